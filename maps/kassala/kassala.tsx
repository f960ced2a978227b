<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="kassala" tilewidth="120" tileheight="104" tilecount="3" columns="0">
 <grid orientation="orthogonal" width="1" height="1"/>
 <tile id="0" type="plain">
  <image width="120" height="104" source="../../assets/kassala/tiles/plain.png"/>
 </tile>
 <tile id="1" type="udaka">
  <image width="120" height="104" source="../../assets/kassala/tiles/udaka.png"/>
 </tile>
 <tile id="2" type="kassala">
  <image width="120" height="104" source="../../assets/kassala/tiles/kassala.png"/>
 </tile>
</tileset>
