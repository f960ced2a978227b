<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="adua" tilewidth="120" tileheight="104" tilecount="3" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="ground">
  <properties>
   <property name="level" type="int" value="0"/>
  </properties>
  <image width="120" height="104" source="../../assets/adua/tiles/valley.png"/>
 </tile>
 <tile id="1" type="ground">
  <properties>
   <property name="level" type="int" value="1"/>
  </properties>
  <image width="120" height="104" source="../../assets/adua/tiles/hill.png"/>
 </tile>
 <tile id="2" type="ground">
  <properties>
   <property name="level" type="int" value="2"/>
  </properties>
  <image width="120" height="104" source="../../assets/adua/tiles/mountain.png"/>
 </tile>
</tileset>
