import Geometry
import TestSupport
import Testing

@Suite struct Orientations {
  static let all = (1...8).map { Orientation(exif: $0) }

  @Test(arguments: 1...8)
  func exifOrientationsMoveEachPixel(exif: Int) {
    let orientation = Orientation(exif: exif)
    #expect(orientation.exif == exif)
    let size = PixelSize(width: 5, height: 3)
    for y in 0..<3 {
      for x in 0..<5 {
        let (toX, toY) = EXIFPlace.pixel(x, y, of: size, exif)
        let pixel = PixelRect(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
        #expect(
          orientation.apply(pixel, in: size)
            == PixelRect(minX: toX, minY: toY, maxX: toX + 1, maxY: toY + 1))
      }
    }
  }

  @Test func invalidNumbersMeanUpright() {
    for exif in [0, -1, 9, 274, Int.max, Int.min] {
      #expect(Orientation(exif: exif) == .identity)
    }
  }

  @Test func orientationsFormAGroup() {
    let size = PixelSize(width: 7, height: 4)
    let pixel = PixelRect(minX: 1, minY: 2, maxX: 3, maxY: 3)
    for a in Self.all {
      #expect(a.followed(by: .identity) == a)
      #expect(Orientation.identity.followed(by: a) == a)
      #expect(a.followed(by: a.inverse) == .identity)
      #expect(a.inverse.followed(by: a) == .identity)
      #expect(Set(Self.all.map { a.followed(by: $0) }) == Set(Self.all))
      for b in Self.all {
        // A composition equals both orientations applied in turn.
        let both = a.followed(by: b)
        #expect(both.applied(to: size) == b.applied(to: a.applied(to: size)))
        #expect(
          both.apply(pixel, in: size)
            == b.apply(a.apply(pixel, in: size), in: a.applied(to: size)))
        for c in Self.all {
          #expect(a.followed(by: b).followed(by: c) == a.followed(by: b.followed(by: c)))
        }
      }
    }
  }

  @Test func turnsWrapAround() {
    #expect(Orientation(quarterTurns: -1) == Orientation(quarterTurns: 3))
    #expect(Orientation(quarterTurns: 9) == Orientation(quarterTurns: 1))
    #expect(Orientation(quarterTurns: 1).applied(to: PixelSize(width: 2, height: 9)).width == 9)
  }
}
