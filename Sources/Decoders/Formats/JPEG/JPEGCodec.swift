import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import JPEGReading
import Platform

/// Decodes JPEG files with libjpeg-turbo.
///
/// Unwanted rows are skipped without inverse transform, columns are cropped, and small previews
/// come from the scaled transform at 1, 2 or 4 eighths. Pictures with restart markers are decoded
/// on several threads from the wanted rows on, others from the top. Multi-scan files (most are
/// progressive) are held in memory as coefficients during a pass; their preview is made from the
/// first scans only.
final class JPEGCodec: PictureCodec {
  let header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let shape: RowShape
  private let isWhole: Bool
  /// The entry points of a picture with restart markers.
  private let entries: JPEGEntries?
  private let spare: SpareScans
  private var pass: (any JPEGPass)?
  /// Applies the gain map, if there is one and the display has headroom.
  private let gain: GainLight?
  /// The next row of the pass, and its layout.
  private var nextRow = 0
  private var layout = PassLayout(size: .zero, firstRow: 0, columns: 0..<0)
  private var places: [GainLight.Place] = []
  private var samples: [UInt8] = []

  /// Below this many pixels scans are read without a separate thread.
  private static let fewPixels = 300_000
  /// With only two processors, the reducing thread already uses the second.
  static let processorsForThreads = 3
  /// Each thread parses all the data, so more of them gain little.
  private static let mostThreads = 4
  /// For fewer pixels, threads would start too late to help.
  private static let pixelsForThreads = 2_000_000

  /// Reads everything before the pixels.
  init(_ input: PictureInput, spare: SpareScans) throws(CodecError) {
    let reader = try JPEGReader(input, .first, withMetadata: true)
    self.input = input
    self.spare = spare
    var header = PictureHeader(reader.header)
    gain = GainMapFinder.light(for: reader.header, color: header.color, in: input)
    if let gain {
      header.apply(gain.map, headroom: gain.headroom, keptBytes: gain.byteCount)
    }
    self.header = header
    shape = reader.shape
    isWhole = reader.header.is_whole
    entries = JPEGEntries(input, reader.header)
  }

  deinit { endPass() }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    guard case .eighths(let eighths) = request.source else {
      throw CodecError(.other, "a JPEG file has no smaller versions")
    }
    endPass()
    layout =
      isWhole
      ? try beginScans(request, eighths: eighths) : try beginRows(request, eighths: eighths)
    nextRow = layout.firstRow
    places = gain?.places(layout.columns, of: layout.size.width) ?? []
    return layout
  }

  private func beginRows(_ request: PassRequest, eighths: Int) throws(CodecError) -> PassLayout {
    let reader = try JPEGReader(input, .again(shape), withMetadata: false)
    let layout = try reader.start(eighths: eighths, columns: request.columns)
    let segments = entries.flatMap { entries in
      let picture = JPEGSegmentPicture(
        input, reader.header, layout, eighths: eighths, columns: request.columns)
      return JPEGSegmentPass(picture, entries, rows: request.rows)
    }
    pass =
      segments ?? parallel(reader, layout, request, eighths: eighths)
      ?? JPEGRowPass(
        reader, rows: request.rows, width: Int(layout.width), unitHeight: Int(layout.unit_height))
    let first = Int(layout.first_column)
    return PassLayout(
      size: PixelSize(width: Int(layout.width), height: Int(layout.height)),
      firstRow: request.rows.lowerBound, columns: first..<first + Int(layout.column_count))
  }

  /// A pass on several threads, if that is faster; the picture's reader has been started.
  private func parallel(
    _ reader: JPEGReader, _ layout: fresnel_jpeg_layout, _ request: PassRequest, eighths: Int
  ) -> JPEGParallelReader? {
    // For an area far down, every thread would spend most of its time above it.
    guard Processors.count >= Self.processorsForThreads,
      request.rows.lowerBound < request.rows.count,
      Int(layout.width) * request.rows.count * 64 >= Self.pixelsForThreads * eighths * eighths
    else { return nil }
    let (input, shape, columns) = (input, shape, request.columns)
    return JPEGParallelReader(
      reader, layout: layout, rows: request.rows,
      threads: min(Self.mostThreads, Processors.count / 2 + 1),
      pixelsPerStep: JPEGRowPass.pixelsPerStep
    ) { () throws(CodecError) in
      let second = try JPEGReader(input, .again(shape), withMetadata: false)
      _ = try second.start(eighths: eighths, columns: columns)
      return second
    }
  }

  private func beginScans(_ request: PassRequest, eighths: Int) throws(CodecError) -> PassLayout {
    let pixels = header.size.width * header.size.height
    let scans = try spare.take(of: input, like: shape) { () throws(CodecError) in
      try JPEGScans(
        input, like: shape, pixelsPerStep: JPEGRowPass.pixelsPerStep,
        isThreaded: pixels > Self.fewPixels)
    }
    var size = header.size
    if eighths == 8 {
      pass = JPEGScanPass(scans, rows: request.rows, pixels: pixels)
    } else {
      size = PixelSize(width: (size.width + 7) / 8, height: (size.height + 7) / 8)
      pass = JPEGMeansPass(scans, rows: request.rows)
    }
    return PassLayout(wholeRowsOf: size, for: request)
  }

  func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let pass else { return 0 }
    defer {
      if pass.isCut { missing = "the file ends too early; the rest of the picture is missing" }
    }
    guard let gain else { return try pass.readRows(into: rows, stride: stride, most: most) }
    return try readLight(of: pass, by: gain, into: rows, stride: stride, most: most)
  }

  private func readLight(
    of pass: any JPEGPass, by gain: GainLight, into rows: UnsafeMutableRawPointer, stride: Int,
    most: Int
  ) throws(CodecError) -> Int {
    let bytes = layout.columns.count * 3
    if samples.count < bytes * most { samples = [UInt8](repeating: 0, count: bytes * most) }
    var outcome = Result<Int, CodecError>.success(0)
    samples.withUnsafeMutableBufferPointer { samples in
      guard let base = samples.baseAddress else { return }
      outcome = Result { () throws(CodecError) in
        let count = try pass.readRows(into: base, stride: bytes, most: most)
        for row in 0..<count {
          gain.apply(
            base + row * bytes, y: nextRow + row, columns: places, height: layout.size.height,
            into: (rows + row * stride).assumingMemoryBound(to: Float.self))
        }
        return count
      }
    }
    let count = try outcome.get()
    nextRow += count
    return count
  }

  var passProgress: Double { pass?.progress ?? 1 }

  func endPass() {
    if let scans = pass?.scans { spare.give(scans, of: input) }
    pass = nil
  }
}
