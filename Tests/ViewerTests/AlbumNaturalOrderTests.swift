import TestSupport
import Testing

@testable import Viewer

@Suite struct AlbumNaturalOrderTests {
  @Test(arguments: [
    ("file2", "file10"), ("file2.png", "File10.png"), ("IMG_9", "img_10"), ("a", "B"), ("A", "a"),
    ("a", "a1"), ("a1", "ab"), ("1", "a"), ("x01", "x2"), ("x1", "x02"), ("x01", "x1"),
    ("v1.9.10", "v1.10.2"), ("Äpfel", "äpfel2"), ("ärger", "Äsche"), ("z", "ä"), ("", "0"),
    ("99999999999999999999998", "99999999999999999999999"),
    ("2", "10000000000000000000000000000000000"), ("a b", "ab"),
  ])
  func theFirstNameSortsBeforeTheSecond(_ first: String, _ second: String) {
    #expect(NaturalOrder.precedes(Array(first.utf8), Array(second.utf8)))
    #expect(!NaturalOrder.precedes(Array(second.utf8), Array(first.utf8)))
  }

  @Test func invalidUTF8SortsAfterText() {
    #expect(NaturalOrder.precedes(Array("a\u{10FFFF}".utf8), Array("a".utf8) + [0xFF]))
    #expect(NaturalOrder.precedes([0xC3], [0xFF]))
  }

  @Test func theOrderIsTotal() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededNumbers(seed: seed)
    let pieces: [[UInt8]] = [
      Array("0".utf8), Array("00".utf8), Array("1".utf8), Array("10".utf8), Array("a".utf8),
      Array("A".utf8), Array("k".utf8), Array("\u{212A}".utf8), Array("ä".utf8), Array("Ä".utf8),
      Array("İ".utf8), Array("-".utf8), Array("_".utf8), [0xFF], [0xC3], [0xE2, 0x84], [],
    ]
    let names = (0..<120).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).flatMap { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
    }
    func sign(_ a: [UInt8], _ b: [UInt8]) -> Int {
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in NaturalOrder.compare(a, b).signum() }
      }
    }
    for a in names {
      for b in names {
        let order = sign(a, b)
        #expect(order == -sign(b, a), "seed \(seed): \(a) \(b)")
        #expect((order == 0) == (a == b), "seed \(seed): \(a) \(b)")
        guard order <= 0 else { continue }
        for c in names where sign(b, c) <= 0 && sign(a, c) > 0 {
          Issue.record("seed \(seed): \(a) ≤ \(b) ≤ \(c), but not \(a) ≤ \(c)")
        }
      }
    }
  }
}
