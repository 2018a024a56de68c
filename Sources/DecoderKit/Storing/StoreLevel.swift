/// One version of the picture while a pass fills the scratch file: the band that grows beside the
/// one that is being written, and the row of light that waits for the one it is averaged with.
final class StoreLevel {
  let number: Int
  let width: Int
  let height: Int
  private(set) var band: StoreBand
  private var otherBand: StoreBand
  let light: ScratchBuffer<UInt16>
  let waiting: ScratchBuffer<UInt16>
  private(set) var rowCount = 0
  var isWaiting = false

  init(_ number: Int, _ layout: StoreLayout) {
    self.number = number
    let size = layout.levels[number]
    width = size.width
    height = size.height
    let bytes = width * layout.pixelBytes * layout.bandRows
    band = StoreBand(bytes: bytes)
    otherBand = StoreBand(bytes: bytes)
    light = ScratchBuffer(count: width * layout.pixelBytes, zero: 0)
    waiting = ScratchBuffer(count: width * layout.pixelBytes, zero: 0)
  }

  /// Counts a row that was added.
  func addRow() { rowCount += 1 }

  /// Goes on in the other band.
  func turnBands() { swap(&band, &otherBand) }

  /// Whether the last row has been added.
  var isComplete: Bool { rowCount == height }
}

/// The rows of a version that are written together; they stay until nobody works with them.
final class StoreBand {
  private let pixels: ScratchBuffer<UInt8>

  /// Room for so many bytes.
  init(bytes: Int) { pixels = ScratchBuffer(count: bytes, zero: 0) }

  /// The first row.
  var base: UnsafeMutablePointer<UInt8> { pixels.base }
}
