import Geometry
import Testing

@Suite struct Rects {
  @Test func productsDetectOverflow() {
    #expect(checkedProduct() == 1)
    #expect(checkedProduct(6, 7) == 42)
    #expect(checkedProduct(0, Int.max, Int.max) == 0)
    #expect(checkedProduct(Int.max, 1) == Int.max)
    #expect(checkedProduct(Int.max, 2) == nil)
    #expect(checkedProduct(1 << 32, 1 << 31) == nil)
    #expect(checkedProduct(-1, 5) == nil)
    #expect(checkedProduct(0, -1) == nil)
    #expect(checkedProduct(Int.min, Int.min) == nil)
    for side in [1, 1 << 15, 1 << 16, 1 << 31] {
      #expect(checkedProduct(side, side) == side * side)
    }
    #expect(PixelSize(width: .max, height: 3).area == nil)
  }

  @Test func divisionRoundsUp() {
    #expect(dividedRoundingUp(0, by: 256) == 0)
    #expect(dividedRoundingUp(1, by: 256) == 1)
    #expect(dividedRoundingUp(256, by: 256) == 1)
    #expect(dividedRoundingUp(257, by: 256) == 2)
    #expect(dividedRoundingUp(.max, by: 2) == 1 << 62)
  }

  /// Every pair of rectangles on a small grid, checked point by point.
  @Test func subtractingLeavesEachPointOnceOrNotAtAll() {
    let spans = [(0, 4), (1, 3), (0, 2), (2, 4), (1, 1), (3, 2)]
    let rects = spans.flatMap { x in
      spans.map { y in PixelRect(minX: x.0, minY: y.0, maxX: x.1, maxY: y.1) }
    }
    for first in rects {
      for second in rects {
        let rest = Rect(first).subtracting(Rect(second))
        #expect(rest.count <= 4)
        for y in 0..<4 {
          for x in 0..<4 {
            let point = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let expected = Rect(first).contains(point) && !Rect(second).contains(point)
            #expect(rest.count { $0.contains(point) } == (expected ? 1 : 0))
          }
        }
      }
    }
  }

  @Test func edgesBelongToOneNeighbourOnly() {
    let left = Rect(minX: 0, minY: 0, maxX: 1, maxY: 1)
    let right = Rect(minX: 1, minY: 0, maxX: 2, maxY: 1)
    let edge = Point(x: 1, y: 0)
    #expect(!left.contains(edge) && right.contains(edge))
    #expect(left.intersection(right).isEmpty)
    #expect(left.subtracting(right) == [left])
    #expect(Rect(minX: .nan, minY: 0, maxX: 1, maxY: 1).isEmpty)
  }

  @Test func unionsAndIntersectionsCoverTheRightPixels() {
    let a = PixelRect(minX: 0, minY: 0, maxX: 4, maxY: 4)
    let b = PixelRect(minX: 2, minY: 3, maxX: 9, maxY: 5)
    #expect(a.intersection(b) == PixelRect(minX: 2, minY: 3, maxX: 4, maxY: 4))
    #expect(a.union(b) == PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 5))
    #expect(a.union(PixelRect(.zero)) == a)
    #expect(PixelRect(.zero).union(b) == b)
    #expect(a.intersection(PixelRect(minX: 4, minY: 0, maxX: 5, maxY: 4)).isEmpty)
  }
}
