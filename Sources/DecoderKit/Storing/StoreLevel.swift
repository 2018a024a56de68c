import Resampling

/// One version of the picture while a pass fills the scratch file: the band that grows, and the row of
/// light that waits for the one it is averaged with.
final class StoreLevel {
  let number: Int
  let width: Int
  let height: Int
  let band: ScratchBuffer<UInt8>
  let light: ScratchBuffer<UInt16>
  let waiting: ScratchBuffer<UInt16>
  private(set) var rowCount = 0
  var isWaiting = false

  init(_ number: Int, _ layout: StoreLayout) {
    self.number = number
    let size = layout.levels[number]
    width = size.width
    height = size.height
    band = ScratchBuffer(count: width * layout.pixelBytes * layout.bandRows, zero: 0)
    light = ScratchBuffer(count: width * layout.pixelBytes, zero: 0)
    waiting = ScratchBuffer(count: width * layout.pixelBytes, zero: 0)
  }

  /// Counts a row that was added.
  func addRow() { rowCount += 1 }

  /// Whether the last row has been added.
  var isComplete: Bool { rowCount == height }
}
