import Resampling

/// One level during the caching pass, with the band that is being filled.
final class StoreLevel {
  let number: Int
  let width: Int
  let height: Int
  private let layout: StoreLayout
  private let band: ScratchBuffer<UInt8>
  private(set) var rowCount = 0

  init(_ number: Int, _ layout: StoreLayout) {
    self.number = number
    self.layout = layout
    let size = layout.levels[number]
    width = size.width
    height = size.height
    band = ScratchBuffer(count: width * layout.pixelBytes * layout.bandRows, zero: 0)
  }

  /// The memory for the next row.
  var row: UnsafeMutablePointer<UInt8> { row(rowCount) }

  /// The memory of a row in the current band.
  func row(_ number: Int) -> UnsafeMutablePointer<UInt8> {
    band.base + number % layout.bandRows * width * layout.pixelBytes
  }

  /// Counts a row that was added.
  func addRow() { rowCount += 1 }

  /// Packs the band if the last added row fills it or ends the level.
  ///
  /// Its rows stay valid until the next one is added.
  func packFullBand(by packer: StorePacker) {
    guard rowCount % layout.bandRows == 0 || isComplete else { return }
    packer.pack(band.base, level: number, band: (rowCount - 1) / layout.bandRows)
  }

  /// True once the last row has been added.
  var isComplete: Bool { rowCount == height }
}
