<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="tours" tilewidth="120" tileheight="104" tilecount="5" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="clear">
  <image width="120" height="104" source="../../assets/tours/tiles/clear.png"/>
 </tile>
 <tile id="1" type="woods">
  <image width="120" height="104" source="../../assets/tours/tiles/woods.png"/>
 </tile>
 <tile id="2" type="clear">
  <properties>
   <property name="level" type="int" value="1"/>
  </properties>
  <image width="120" height="104" source="../../assets/tours/tiles/hill.png"/>
 </tile>
 <tile id="3" type="marsh">
  <image width="120" height="104" source="../../assets/tours/tiles/marsh.png"/>
 </tile>
 <tile id="4" type="river">
  <image width="120" height="104" source="../../assets/tours/tiles/river.png"/>
 </tile>
</tileset>
