import Tiles

/// What a renderer reports to its view: what it tells, and where tiles are.
package enum RenderReport: Sendable {
  /// Its thread can draw; frames are shown from here on.
  case started(description: String, maximumTextureSize: Int)
  /// Frames can show a tile now.
  ///
  /// `after` is the number of the last `retain` that was obeyed before: a later one may drop it.
  case resident(Tile, after: UInt64)
  /// Nobody reads a tile's memory any more.
  ///
  /// A thread says it only of one that was not used, because its picture was dropped, a better one
  /// was there or its textures were lost; of the others `resident` says it.
  case released(Tile)
  /// Something else has happened.
  case told(RendererEvent)
}
