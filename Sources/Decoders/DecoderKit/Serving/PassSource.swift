/// What of a file a pass reads.
package enum PassSource: Hashable, Sendable {
  /// The picture, scaled while it is decoded to so many eighths of its size; 8 is the picture
  /// itself.
  ///
  /// Other numbers than 8 are asked for only where the header names a preview: 1, 2 or 4 for small
  /// ones, 1 for coarse ones.
  case eighths(Int)
  /// A smaller version of the whole picture that the file holds, by its place in the header's list.
  case reduction(Int)
  /// A version that only looks like the picture, by its place in the header's list of previews.
  case preview(Int)

  /// The picture itself.
  package static let picture = PassSource.eighths(8)
}
