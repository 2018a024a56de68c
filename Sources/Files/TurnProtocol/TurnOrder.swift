import Geometry

/// What the turner does with a file.
package enum TurnOrder: Hashable, Sendable {
  /// Turn the picture as it is seen.
  case turn(by: Orientation, TurnEdges)
  /// Turn back: transform the stored pixels, and write this EXIF orientation, 1 to 8.
  case restore(pixels: Orientation, tag: Int)
}

/// How a JPEG file is turned whose edges can't be turned without loss.
package enum TurnEdges: Int, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case refuse = 0
  /// By its orientation tag, whatever the edges are.
  case tag = 1
  /// Without the edges.
  case trim = 2
}

/// What the turner has done with a file.
package struct TurnResult: Hashable, Sendable {
  /// The transform of the stored pixels; the identity if only the orientation tag has changed.
  package let pixels: Orientation
  /// The EXIF orientation before, 1 to 8; 1 if the file had none.
  package let tagBefore: Int
  /// True if pixels at the edges are gone.
  package let isTrimmed: Bool

  /// Creates a result; `tagBefore` is an EXIF orientation, 1 to 8.
  package init(pixels: Orientation, tagBefore: Int, isTrimmed: Bool = false) {
    self.pixels = pixels
    self.tagBefore = tagBefore
    self.isTrimmed = isTrimmed
  }
}
