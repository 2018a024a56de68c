import CRaw
import DecoderKit
import DecoderProtocol
import Geometry
import JPEGReading
import Resampling

/// The picture that the camera embedded beside the samples: JPEG or uncompressed.
// @unchecked Sendable: the bytes are written once, in the initialiser.
final class EmbeddedPicture: @unchecked Sendable {
  let size: PixelSize
  /// True for JPEG, which decodes quickly at reduced sizes.
  let isJPEG: Bool
  /// The picture's colour space.
  let color: SourceColor
  /// True for Adobe RGB.
  let isAdobe: Bool
  /// Bytes needed to decode it as a whole, besides its file's; 0 if its rows are streamed.
  let wholeBytes: Int
  private let sampleBytes: Int
  private let bytes: UnsafeMutableRawBufferPointer

  /// Adobe RGB (1998).
  private static let adobe = SourceColor.chromaticities(
    white: Chromaticity(x: 0.3127, y: 0.3290), red: Chromaticity(x: 0.64, y: 0.33),
    green: Chromaticity(x: 0.21, y: 0.71), blue: Chromaticity(x: 0.15, y: 0.06), gamma: 256 / 563)

  /// Copies LibRaw's data; `nil` if it is not a usable picture.
  init?(_ small: fresnel_raw_small, _ lent: UnsafeRawBufferPointer, isAdobe: Bool) {
    var size = PixelSize(width: Int(small.width), height: Int(small.height))
    var profile: [UInt8] = []
    var whole = 0
    isJPEG = small.coding == FRESNEL_RAW_JPEG
    if isJPEG {
      guard let reader = try? JPEGReader(lent: lent) else { return nil }
      let header = reader.header
      // No camera writes CMYK.
      guard header.channels == 1 || header.channels == 3 else { return nil }
      size = PixelSize(width: Int(header.width), height: Int(header.height))
      whole = header.is_whole ? Int(clamping: header.whole_bytes) : 0
      profile =
        header.icc.map { Array(UnsafeBufferPointer(start: $0, count: header.icc_count)) } ?? []
    }
    sampleBytes = small.coding == FRESNEL_RAW_DEEP_BITMAP ? 2 : 1
    guard !size.isEmpty, whole <= Self.mostBytes,
      isJPEG || lent.count >= size.width * size.height * 3 * sampleBytes
    else { return nil }
    self.size = size
    self.isAdobe = isAdobe && profile.isEmpty
    color = !profile.isEmpty ? .icc(profile) : isAdobe ? Self.adobe : .sRGB
    wholeBytes = whole
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: lent.count, alignment: 16)
    bytes.copyMemory(from: lent)
  }

  deinit { bytes.deallocate() }

  /// The maximum number of bytes for decoding a JPEG as a whole; no camera's needs more.
  private static let mostBytes = 256 << 20

  /// The picture's size at 1, 2, 4 or 8 eighths.
  func size(eighths: Int) -> PixelSize {
    PixelSize(
      width: dividedRoundingUp(size.width * eighths, by: 8),
      height: dividedRoundingUp(size.height * eighths, by: 8))
  }

  /// The picture's rows from the top, at 8 eighths, or at 1, 2 or 4 for a JPEG.
  func rows(eighths: Int) throws(CodecError) -> EmbeddedRows {
    let size = size(eighths: eighths)
    guard isJPEG else {
      return EmbeddedRows(
        self, size, .pixels(UnsafeRawBufferPointer(bytes), sampleBytes: sampleBytes))
    }
    let reader = try JPEGReader(lent: UnsafeRawBufferPointer(bytes))
    _ = try reader.start(eighths: eighths, columns: 0..<size.width)
    return EmbeddedRows(self, size, .jpeg(reader, channels: Int(reader.header.channels)))
  }
}

/// A pass over the rows of an embedded picture.
final class EmbeddedRows {
  /// The size of the picture that the rows form.
  let size: PixelSize
  fileprivate enum Source {
    case jpeg(JPEGReader, channels: Int)
    case pixels(UnsafeRawBufferPointer, sampleBytes: Int)
  }

  /// Keeps the bytes alive.
  private let picture: EmbeddedPicture
  private let source: Source
  private var isReady = false
  private var next = 0

  /// Pixels of scans to decode in one call.
  private static let pixelsPerStep = 500_000

  fileprivate init(_ picture: EmbeddedPicture, _ size: PixelSize, _ source: Source) {
    self.picture = picture
    self.size = size
    self.source = source
  }

  /// Writes the next rows and returns their number; 0 means progress towards them.
  ///
  /// They are 8-bit red, green and blue, `stride` bytes apart.
  func read(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    let count = min(most, size.height - next)
    guard count > 0 else { return 0 }
    switch source {
    case .jpeg(let reader, let channels):
      if !isReady {
        isReady = try reader.prepare(units: max(1, Self.pixelsPerStep / (size.width * 8)))
        return 0
      }
      let got = try reader.readRows(into: target, stride: stride, count: count)
      guard got > 0 else {
        throw CodecError(.corrupt, "the embedded picture has fewer rows than its header says")
      }
      if channels == 1 {
        for row in 0..<got { Self.spread(target + row * stride, count: size.width) }
      }
      next += got
      return got
    case .pixels(let bytes, let sampleBytes):
      let samples = size.width * 3
      for row in 0..<count {
        let first = (next + row) * samples * sampleBytes
        let line = target + row * stride
        for index in 0..<samples {
          let sample =
            sampleBytes == 1
            ? bytes[first + index]
            : UInt8(bytes.loadUnaligned(fromByteOffset: first + 2 * index, as: UInt16.self) >> 8)
          line.storeBytes(of: sample, toByteOffset: index, as: UInt8.self)
        }
      }
      next += count
      return count
    }
  }

  /// Expands grey to three equal colours in place, from the last pixel on.
  private static func spread(_ line: UnsafeMutableRawPointer, count: Int) {
    let samples = line.assumingMemoryBound(to: UInt8.self)
    for x in (0..<count).reversed() {
      let gray = samples[x]
      for channel in 0..<3 { samples[3 * x + channel] = gray }
    }
  }
}
