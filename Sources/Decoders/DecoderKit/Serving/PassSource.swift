/// The part of a file that a pass reads.
package enum PassSource: Hashable, Sendable {
  /// The picture, scaled during decoding to a number of eighths; 8 is the full size.
  ///
  /// Fewer than 8 are used only if the header offers previews: 1, 2 or 4 for small ones, 1 for
  /// coarse ones.
  case eighths(Int)
  /// A reduction of the whole picture in the file, by its index in the header's list.
  case reduction(Int)
  /// A thumbnail that only approximates the picture, by its index in the header's previews.
  case preview(Int)

  /// The picture itself.
  package static let picture = PassSource.eighths(8)
}
