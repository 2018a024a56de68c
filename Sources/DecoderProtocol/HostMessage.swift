/// What the viewer tells a decoder.
package enum HostMessage: Hashable, Sendable {
  /// The first message: the arena is ready, read the picture's header and answer with `info`.
  case open(OpenRequest)
  /// Make a tile and put it into a slot.
  case tile(TileRequest)
  /// A tile is no longer wanted: its slot must be answered all the same.
  case cancel(id: UInt32)
  /// The picture is no longer wanted: exit.
  case close
  /// The display has another profile, in the arena: tiles asked for after this are made for it.
  case profile(ArenaRange)
  /// Decode the encoded picture that lies in the arena.
  case source(SourceRequest)
  /// Say once when the first pass was where; sent right after `open`.
  case tellTimes
  /// Whether the tiles that are asked for from now on make the picture worth being set aside on the
  /// disk; it is so until this says otherwise.
  case setsAside(Bool)
}
