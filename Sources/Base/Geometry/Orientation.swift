/// One of the eight ways to lay a picture down: mirrored left to right or not, then turned.
///
/// It serves EXIF's orientation (applied by the decoders) and the viewer's turn and mirror keys.
public struct Orientation: Hashable, Sendable {
  /// Whether left and right change places, before the turn.
  public var isMirrored: Bool
  /// Quarter turns clockwise, 0 to 3, after the mirroring.
  public var quarterTurns: Int

  /// Mirrored or not, then turned by any number of quarter turns (negative: anticlockwise).
  public init(isMirrored: Bool = false, quarterTurns: Int = 0) {
    self.isMirrored = isMirrored
    self.quarterTurns = ((quarterTurns % 4) + 4) % 4
  }

  /// As it is stored.
  public static let identity = Orientation()

  /// The orientation that EXIF writes as 1 to 8 (TIFF tag 274): how to show the stored rows.
  ///
  /// Any other number means 1, as readers have always treated it.
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

  /// The same as EXIF's number, 1 to 8.
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

  /// Whether width and height change places.
  public var isTransposing: Bool { quarterTurns % 2 == 1 }

  /// The size in pixels of a picture of `size` once it is laid down so.
  public func applied(to size: PixelSize) -> PixelSize { isTransposing ? size.transposed : size }

  /// Where the point of a stored picture lies once it is shown.
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

  /// Where the pixels of a stored picture lie once it is shown.
  public func apply(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
    let width = Double(size.width)
    let height = Double(size.height)
    let a = apply(Point(x: Double(rect.minX), y: Double(rect.minY)), width: width, height: height)
    let b = apply(Point(x: Double(rect.maxX), y: Double(rect.maxY)), width: width, height: height)
    return PixelRect(
      minX: Int(min(a.x, b.x)), minY: Int(min(a.y, b.y)), maxX: Int(max(a.x, b.x)),
      maxY: Int(max(a.y, b.y)))
  }

  /// The orientation that undoes this one.
  public var inverse: Orientation {
    isMirrored ? self : Orientation(quarterTurns: -quarterTurns)
  }

  /// This orientation followed by `next`.
  public func followed(by next: Orientation) -> Orientation {
    // A mirror after a turn is the opposite turn after the mirror.
    let turns = next.isMirrored ? -quarterTurns : quarterTurns
    return Orientation(
      isMirrored: isMirrored != next.isMirrored, quarterTurns: turns + next.quarterTurns)
  }
}
