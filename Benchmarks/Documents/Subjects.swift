import BenchmarkSupport
import Geometry
import Glibc

/// The content of a document: the same shapes on each run.
struct Subject: Sendable {
  let name: String
  let size: Extent
  let draw: @Sendable (any Sheet) -> Void

  /// A figure of 240 overlapping curved outlines, like a drawn animal.
  static let figure = Subject(name: "figure", size: Extent(width: 900, height: 900)) { sheet in
    var numbers = Numbers(seed: 1)
    for _ in 0..<240 {
      let middle = Point(x: numbers.next(in: 150..<750), y: numbers.next(in: 150..<750))
      let reach = numbers.next(in: 10..<140)
      let points = (0...12).map { step in
        // The last point equals the first.
        let angle = Double(step % 12) * .pi / 6
        let away = reach * (step % 12 == 0 ? 1 : numbers.next(in: 0.6..<1.4))
        return Point(x: middle.x + away * cos(angle), y: middle.y + away * sin(angle))
      }
      sheet.outline(points, isCurved: true, numbers.ink(), width: nil)
      sheet.outline(points, isCurved: true, 0x201008, width: numbers.next(in: 0.2..<3))
    }
  }

  /// A map of 20 000 lines and areas, and 1000 names.
  static let map = Subject(name: "map", size: Extent(width: 3000, height: 2000)) { sheet in
    var numbers = Numbers(seed: 2)
    for number in 0..<20_000 {
      var at = Point(x: numbers.next(in: 0..<3000), y: numbers.next(in: 0..<2000))
      var angle = numbers.next(in: 0..<6)
      let points = (0..<20).map { _ in
        angle += numbers.next(in: -0.7..<0.7)
        at = Point(x: at.x + 4 * cos(angle), y: at.y + 4 * sin(angle))
        return at
      }
      let width = number % 4 == 0 ? nil : numbers.next(in: 0.3..<2)
      sheet.outline(points, isCurved: false, numbers.ink(), width: width)
    }
    for number in 0..<1000 {
      let place = Point(x: numbers.next(in: 0..<2900), y: numbers.next(in: 10..<2000))
      sheet.write("Place no. \(number)", at: place, size: [8, 10, 13, 18][number % 4])
    }
  }

  /// A plan of 200 000 straight segments at right angles, like walls.
  static let plan = Subject(name: "plan", size: Extent(width: 4494, height: 3178)) { sheet in
    var numbers = Numbers(seed: 3)
    for _ in 0..<10_000 {
      var at = Point(x: numbers.next(in: 50..<4400), y: numbers.next(in: 50..<3100))
      let points = (0...20).map { step in
        let length = numbers.next(in: -30..<30)
        if step % 2 == 0 { at.x += length } else { at.y += length }
        return at
      }
      sheet.outline(points, isCurved: false, 0x303038, width: numbers.next(in: 0.1..<0.7))
    }
  }

  /// Forty pages of text.
  static let book = Subject(name: "book", size: Extent(width: 794, height: 1123)) { sheet in
    var numbers = Numbers(seed: 4)
    let words = "the light of a lens is bent by rings of glass that stand in steps".split(
      separator: " ")
    for page in 0..<40 {
      if page > 0 { sheet.turnPage() }
      for line in 0..<52 {
        let text = (0..<13).map { _ in words[Int(numbers.next() * 0.999 * Double(words.count))] }
        sheet.write(
          text.joined(separator: " "), at: Point(x: 80, y: 90 + Double(line) * 18.5), size: 13)
      }
    }
  }

  /// An empty document, for a decoder's own memory.
  static let nothing = Subject(name: "nothing", size: Extent(width: 64, height: 64)) { _ in }
}

extension Numbers {
  /// Returns a random colour.
  fileprivate mutating func ink() -> Ink { Ink(next() * 0xffffff) }
}
