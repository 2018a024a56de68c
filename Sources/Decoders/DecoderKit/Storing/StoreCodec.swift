import DecoderProtocol
import Geometry
import Resampling

/// Reads rows of a cached level from the scratch file, as a codec.
///
/// Only rows that are already in the file may be requested.
final class StoreCodec: PictureCodec {
  let header: PictureHeader
  private let layout: StoreLayout
  private let file: StripFile
  private let index: StoreIndex
  private let strip: ScratchBuffer<UInt8>
  private let packed: ScratchBuffer<UInt8>
  private var pass: Pass?

  /// The running pass.
  private struct Pass {
    var level: Int
    var strips: Range<Int>
    var columns: Range<Int>
    var rows: Range<Int>
    var nextRow: Int
    let band: UnsafeMutableRawPointer
    var loadedBand = -1
  }

  /// A reader of a picture's levels; its header lists them all, the picture itself first.
  init(of picture: PictureHeader, layout: StoreLayout, file: StripFile, index: StoreIndex) {
    self.layout = layout
    self.file = file
    self.index = index
    header = PictureHeader(
      size: picture.size, orientation: picture.orientation,
      format: layout.pixels.format, color: .sRGB,
      hasAlpha: picture.hasAlpha, memory: .streaming(rowBytes: 0), reductions: layout.levels,
      isRandomAccess: true)
    strip = ScratchBuffer(count: layout.stripBytes, zero: 0)
    packed = ScratchBuffer(count: StripFile.bound(layout.stripBytes), zero: 0)
  }

  deinit { endPass() }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    guard case .reduction(let level) = request.source, layout.levels.indices.contains(level),
      index.completeRows(level) >= request.rows.upperBound
    else { throw CodecError(.other, "the requested rows were not cached") }
    endPass()
    let strips =
      request.columns.lowerBound
      / StoreLayout.stripColumns..<dividedRoundingUp(
        request.columns.upperBound, by: StoreLayout.stripColumns)
    let columns =
      layout.columns(ofStrip: strips.lowerBound, level)
      .lowerBound..<layout.columns(ofStrip: strips.upperBound - 1, level).upperBound
    pass = Pass(
      level: level, strips: strips, columns: columns, rows: request.rows,
      nextRow: request.rows.lowerBound,
      band: .allocate(
        byteCount: columns.count * layout.pixelBytes * layout.bandRows, alignment: 64))
    return PassLayout(
      size: layout.levels[level], firstRow: request.rows.lowerBound, columns: columns)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard var pass else { return 0 }
    defer { self.pass = pass }
    let band = pass.nextRow / layout.bandRows
    if pass.loadedBand != band {
      try load(band, for: pass)
      pass.loadedBand = band
    }
    let first = band * layout.bandRows
    let end = min(first + layout.bandRows, pass.rows.upperBound)
    let count = min(most, end - pass.nextRow)
    let bytes = pass.columns.count * layout.pixelBytes
    for row in 0..<count {
      (rows + row * stride).copyMemory(
        from: pass.band + (pass.nextRow - first + row) * bytes, byteCount: bytes)
    }
    pass.nextRow += count
    return count
  }

  /// Unpacks the strips of a band next to each other.
  private func load(_ band: Int, for pass: Pass) throws(CodecError) {
    let rows = layout.rows(ofBand: band, pass.level).count
    let stride = pass.columns.count * layout.pixelBytes
    for number in pass.strips {
      let columns = layout.columns(ofStrip: number, pass.level)
      let bytes = columns.count * layout.pixelBytes
      guard let place = index.place(level: pass.level, band: band, strip: number),
        file.read(place, into: strip.base, count: rows * bytes, through: packed.base)
      else { throw CodecError(.other, "the cached picture can't be read back") }
      let target = pass.band + (columns.lowerBound - pass.columns.lowerBound) * layout.pixelBytes
      if case .light(let channels) = layout.pixels {
        HalfStrip.join(
          strip.base, rows: rows, count: columns.count * channels.count, channels: channels.count,
          to: target.assumingMemoryBound(to: UInt16.self), stride: stride / 2)
        continue
      }
      for row in 0..<rows {
        (target + row * stride).copyMemory(from: strip.base + row * bytes, byteCount: bytes)
      }
    }
  }

  var passProgress: Double {
    guard let pass else { return 1 }
    return Double(pass.nextRow) / Double(max(1, pass.rows.upperBound))
  }

  func endPass() {
    pass?.band.deallocate()
    pass = nil
  }
}
