import CX11
import TestSupport
import Testing

@testable import Windowing

/// The masks of several parts that want events of the same windows.
@Suite struct EventSelectionTests {
  private let window: CX11.Window = 7

  @Test func partsDoNotTakeEventsFromEachOther() {
    var selection = EventSelection()
    let both = PropertyChangeMask | StructureNotifyMask
    let first = selection.add(PropertyChangeMask, of: window)
    let second = selection.add(StructureNotifyMask, of: window)
    let third = selection.add(both, of: window)
    #expect([first, second, third] == [PropertyChangeMask, both, both])
    let without = selection.remove(both, of: window)
    #expect(without == both, "each part still has its own")
    let rest = selection.remove(StructureNotifyMask, of: window)
    #expect(rest == PropertyChangeMask)
    let end = selection.remove(PropertyChangeMask, of: window)
    #expect(end == NoEventMask)
  }

  @Test func twoPartsMayWantTheSame() {
    var selection = EventSelection()
    for _ in 0..<2 { _ = selection.add(StructureNotifyMask, of: window) }
    let first = selection.remove(StructureNotifyMask, of: window)
    let second = selection.remove(StructureNotifyMask, of: window)
    #expect(first == StructureNotifyMask && second == NoEventMask)
  }

  @Test func nothingIsSelectedOfAWindowThatIsGone() {
    var selection = EventSelection()
    _ = selection.add(StructureNotifyMask, of: window)
    selection.forget(window)
    let gone = selection.remove(StructureNotifyMask, of: window)
    #expect(gone == nil)
    let anew = selection.add(PropertyChangeMask, of: window)
    #expect(anew == PropertyChangeMask, "its number is another's")
    let unknown = selection.remove(PropertyChangeMask, of: 8)
    #expect(unknown == nil)
  }

  @Test func anyOrderLeavesWhatIsWanted() {
    var numbers = SeededNumbers()
    let masks = [PropertyChangeMask, StructureNotifyMask, ExposureMask]
    for _ in 0..<200 {
      var selection = EventSelection()
      var wanted: [Int] = []
      for _ in 0..<40 {
        let mask = masks.randomElement(using: &numbers) ?? 0
        let whole: Int?
        if let index = wanted.firstIndex(of: mask), Bool.random(using: &numbers) {
          wanted.remove(at: index)
          whole = selection.remove(mask, of: window)
        } else {
          wanted.append(mask)
          whole = selection.add(mask, of: window)
        }
        #expect(whole == wanted.reduce(0) { $0 | $1 }, "\(numbers.origin)")
      }
    }
  }
}
