import TestSupport
import Testing

@testable import Viewer

@Suite struct AlbumNameListTests {
  private func list(_ names: String...) -> NameList {
    var list = NameList()
    list.merge(names.map { Array($0.utf8) })
    return list
  }

  private func names(_ list: NameList) -> [String] {
    (0..<list.count).map { String(decoding: list[$0], as: UTF8.self) }
  }

  @Test func mergingKeepsTheOrderAndEveryNameOnce() {
    var merged = list("b10", "b2", "a")
    merged.merge(["c", "b2", "B3", "0", "c"].map { Array($0.utf8) })
    #expect(names(merged) == ["0", "a", "b2", "B3", "b10", "c"])
  }

  @Test func mergingInBatchesIsTheSameAsAtOnce() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededNumbers(seed: seed)
    var all: [[UInt8]] = []
    var batched = NameList()
    for _ in 0..<20 {
      let batch = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Array("f\(Int.random(in: 0...500, using: &random))".utf8)
      }
      all += batch
      batched.merge(batch)
    }
    let expected = Set(all).sorted { NaturalOrder.precedes($0, $1) }
    #expect((0..<batched.count).map { batched[$0] } == expected, "seed \(seed)")
    for (index, name) in expected.enumerated() { #expect(batched.index(of: name) == index) }
  }

  @Test func namesAreFoundAndRemoved() {
    var some = list("a", "b", "c", "d")
    #expect(some.index(of: Array("c".utf8)) == 2)
    #expect(some.index(of: Array("bb".utf8)) == nil)
    #expect(some.insertionIndex(of: Array("bb".utf8)) == 2)
    some.removeAll(["b", "d", "x"].map { Array($0.utf8) })
    #expect(names(some) == ["a", "c"])
    some.remove(Array("a".utf8))
    some.remove(Array("a".utf8))
    #expect(names(some) == ["c"])
  }
}
