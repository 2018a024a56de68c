/// What the viewer tells a decoder.
public enum HostMessage: Hashable, Sendable {
  /// The first message: the arena is ready, read the picture's header and answer with `info`.
  case open(OpenRequest)
  /// Make a tile and put it into a slot.
  case tile(TileRequest)
  /// A tile is no longer wanted: its slot must be answered with `tileReady` or `tileCancelled`.
  case cancel(id: UInt32)
  /// The picture is no longer wanted: exit.
  case close
}
