/// What drawing some tiles took, in pieces of outlines: the same whatever else the machine does.
struct DrawingEffort: Hashable, Sendable {
  /// Pieces that were sent to cairo or clamped.
  var pieces = 0
  /// Those of shapes that reach past the pixels drawn on, so that neighbours walk them again.
  var shared = 0
}
