/// One of the eight orientations of a picture: optionally mirrored left to right, then rotated.
///
/// It represents EXIF's orientation, which decoders apply, and the viewer's rotate and mirror keys.
public struct Orientation: Hashable, Sendable {
  /// True if left and right are swapped, before the rotation.
  public var isMirrored: Bool
  /// Quarter turns clockwise, 0 to 3, after the mirroring.
  public var quarterTurns: Int

  /// Creates an orientation; any number of quarter turns is allowed, and negative ones are
  /// anticlockwise.
  public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
    self.isMirrored = isMirrored
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// The stored orientation, unchanged.
  public static let identity = Orientation()

  /// Creates the orientation of an EXIF value, 1 to 8 (TIFF tag 274): how to show the stored rows.
  ///
  /// Any other value means 1, as in all readers.
  public init(exif: Int) {
    switch exif {
    case 2: self.init(isMirrored: true)
    case 3: self.init(quarterTurns: 2)
    case 4: self.init(isMirrored: true, quarterTurns: 2)
    case 5: self.init(isMirrored: true, quarterTurns: 3)
    case 6: self.init(quarterTurns: 1)
    case 7: self.init(isMirrored: true, quarterTurns: 1)
    case 8: self.init(quarterTurns: 3)
    default: self.init()
    }
  }

  /// The EXIF value, 1 to 8.
  public var exif: Int {
    switch (isMirrored, quarterTurns) {
    case (false, 0): 1
    case (true, 0): 2
    case (false, 2): 3
    case (true, 2): 4
    case (true, 3): 5
    case (false, 1): 6
    case (true, 1): 7
    default: 8
    }
  }

  /// True if width and height are swapped.
  public var isTransposing: Bool { quarterTurns % 2 == 1 }

  /// Returns the size in pixels of a picture of `size` in this orientation.
  public func applied(to size: PixelSize) -> PixelSize { isTransposing ? size.transposed : size }

  /// Returns the position of a stored picture's point in this orientation.
  ///
  /// The stored picture's edges are at 0 and at `width` and `height`, in the point's own unit.
  public func apply(_ point: Point, width: Double, height: Double) -> Point {
    let x = isMirrored ? width - point.x : point.x
    switch quarterTurns {
    case 1: return Point(x: height - point.y, y: x)
    case 2: return Point(x: width - x, y: height - point.y)
    case 3: return Point(x: point.y, y: width - x)
    default: return Point(x: x, y: point.y)
    }
  }

  /// Returns the position of a stored picture's pixels in this orientation.
  public func apply(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    let width = Double(size.width)
    let height = Double(size.height)
    let a = apply(Point(x: Double(rect.minX), y: Double(rect.minY)), width: width, height: height)
    let b = apply(Point(x: Double(rect.maxX), y: Double(rect.maxY)), width: width, height: height)
    return PixelRect(
      minX: Int(min(a.x, b.x)), minY: Int(min(a.y, b.y)), maxX: Int(max(a.x, b.x)),
      maxY: Int(max(a.y, b.y)))
  }

  /// The inverse orientation.
  public var inverse: Orientation {
    isMirrored ? self : Orientation(quarterTurns: -quarterTurns)
  }

  /// Returns this orientation followed by `next`.
  public func followed(by next: Orientation) -> Orientation {
    // A mirror after a rotation equals the opposite rotation after the mirror.
    let turns = next.isMirrored ? -quarterTurns : quarterTurns
    return Orientation(
      isMirrored: isMirrored != next.isMirrored, quarterTurns: turns + next.quarterTurns)
  }
}
