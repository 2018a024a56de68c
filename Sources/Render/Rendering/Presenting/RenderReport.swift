import Tiles

/// A renderer's report to its view: an event, or the state of a tile.
package enum RenderReport: Sendable {
  /// The thread is ready to draw; frames are shown from now on.
  case started(description: String)
  /// Frames can show a tile now.
  ///
  /// `after` is the number of the last `retain` that was handled before; a later one may evict the
  /// tile.
  case resident(Tile, after: UInt64)
  /// A tile's memory is not read any more.
  ///
  /// A thread reports this only for tiles that it did not use, because their picture was dropped, a
  /// better tile was resident or their textures were lost; for all others `resident` implies it.
  case released(Tile)
  /// An event.
  case event(RendererEvent)
}
