import CTIFF
import DecoderKit
import Resampling

/// Converts samples that are not plain 8-bit or 16-bit ones: floats, signed, wide, or of odd
/// widths; they become 16 bits, or stay light.
///
/// Float colours are light, with white at 1, if the viewer accepts that.
///
/// The largest value of odd widths is white. All others are shown unchanged if they are between 0
/// and 1, and otherwise stretched from the picture's smallest to its largest value (`TIFFRange`):
/// an elevation map or a measurement has no white of its own.
struct TIFFNumbers {
  private enum Kind {
    case float16, float32, float64
    case signed8, signed16, signed32, signed64
    case unsigned32, unsigned64
    /// Unsigned integers of 1 to 31 bits, packed, most significant bit first.
    case packed(bits: Int)
    /// Unsigned integers of 1 to 31 bits, each in a word of 16 bits, or of 32 if necessary.
    case spread(bits: Int)
    /// Three bytes, little-endian.
    case unsigned24
  }

  private let kind: Kind
  private let samples: Int
  private let colors: Int
  private let isInverted: Bool
  private let isPremultiplied: Bool
  private let missing: Double?
  /// True if the finished rows are light.
  let isLight: Bool
  /// The format of the finished rows.
  let format: RowFormat

  /// A converter for a directory's samples; `nil` if they are plain bytes or words, or can't be
  /// shown.
  ///
  /// `missing` is the value of missing measurements.
  init?(_ directory: TIFFDirectory, missing: Double?, acceptsLight: Bool) {
    switch (directory.sampleFormat, directory.bits) {
    case (SAMPLEFORMAT_IEEEFP, 16): kind = .float16
    case (SAMPLEFORMAT_IEEEFP, 32): kind = .float32
    case (SAMPLEFORMAT_IEEEFP, 64): kind = .float64
    case (SAMPLEFORMAT_INT, 8): kind = .signed8
    case (SAMPLEFORMAT_INT, 16): kind = .signed16
    case (SAMPLEFORMAT_INT, 32): kind = .signed32
    case (SAMPLEFORMAT_INT, 64): kind = .signed64
    case (SAMPLEFORMAT_UINT, 32): kind = .unsigned32
    case (SAMPLEFORMAT_UINT, 64): kind = .unsigned64
    case (SAMPLEFORMAT_UINT, 24): kind = .unsigned24
    case (SAMPLEFORMAT_UINT, 1...31)
    where directory.bits != 8 && directory.bits != 16:
      kind =
        directory.isSeparate ? .spread(bits: directory.bits) : .packed(bits: directory.bits)
    default: return nil
    }
    switch directory.photometric {
    case PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_MINISBLACK: colors = 1
    case PHOTOMETRIC_RGB: colors = 3
    case PHOTOMETRIC_SEPARATED: colors = 4
    default: return nil
    }
    samples = directory.samples
    guard samples >= colors, samples <= 64 else { return nil }
    let hasAlpha = directory.hasAlpha(behind: colors)
    isPremultiplied = hasAlpha && directory.extraSamples.first == Int(EXTRASAMPLE_ASSOCALPHA)
    isInverted = directory.photometric == PHOTOMETRIC_MINISWHITE
    self.missing = missing
    let channels = TIFFPixels.channels(colors: colors, hasAlpha: hasAlpha)
    isLight = acceptsLight && colors == 3 && directory.sampleFormat == SAMPLEFORMAT_IEEEFP
    format = RowFormat(channels: channels, depth: isLight ? 32 : 16)
  }

  /// True if the whole picture must be read first, for its range or for its headroom.
  var areSpread: Bool {
    switch kind {
    case .packed, .spread, .unsigned24: false
    default: true
    }
  }

  /// The value of full alpha, and of white for odd widths: the type's largest, or 1 for floats.
  private var full: Double {
    switch kind {
    case .float16, .float32, .float64: 1
    case .signed8: Double(Int8.max)
    case .signed16: Double(Int16.max)
    case .signed32: Double(Int32.max)
    case .signed64: Double(Int64.max)
    case .unsigned32: Double(UInt32.max)
    case .unsigned64: Double(UInt64.max)
    case .unsigned24: Double(1 << 24 - 1)
    case .packed(let bits), .spread(let bits): Double(1 << bits - 1)
    }
  }

  /// Extends a range by the colours of some pixels of a stored row.
  func extend(_ range: TIFFRange, _ row: UnsafeRawPointer, first: Int, count: Int) {
    if isLight {
      // Moved out to avoid a copy for each row.
      var meter = LightMeter()
      swap(&meter, &range.meter)
      withValues(row, first: first, count: count) { values in
        for pixel in 0..<count {
          let color = values + pixel &* samples
          meter.add(Float(max(color[0], max(color[1], color[2]))))
        }
      }
      swap(&meter, &range.meter)
      return
    }
    var (low, high) = (range.low, range.high)
    withValues(row, first: first, count: count) { values in
      for pixel in 0..<count {
        for channel in pixel &* samples..<pixel &* samples &+ colors {
          let value = values[channel]
          // Ignore NaN and infinity.
          guard value.isFinite, value != missing else { continue }
          low = min(low, value)
          high = max(high, value)
        }
      }
    }
    (range.low, range.high) = (low, high)
  }

  /// Writes some pixels of a stored row as 16-bit samples.
  func copy(
    _ row: UnsafeRawPointer, first: Int, count: Int, _ range: TIFFRange,
    to target: UnsafeMutableRawPointer
  ) {
    if isLight { return copyLight(row, first: first, count: count, to: target) }
    let out = target.assumingMemoryBound(to: UInt16.self)
    let channels = format.channels.count
    let alphaFactor = 1 / full
    let (offset, factor) = areSpread ? range.spread : (0, 1 / full)
    withValues(row, first: first, count: count) { values in
      for pixel in 0..<count {
        let start = pixel &* samples
        var divisor = 1.0
        if channels > colors {
          let alpha = values[start &+ colors] * alphaFactor
          out[pixel &* channels &+ colors] = Self.code(alpha)
          if isPremultiplied, alpha > 0 { divisor = 1 / alpha }
        }
        for channel in 0..<colors {
          let value = values[start &+ channel]
          var part = value == missing ? 0 : (value * divisor - offset) * factor
          if isInverted { part = 1 - part }
          out[pixel &* channels &+ channel] = Self.code(part)
        }
      }
    }
  }

  /// Writes some pixels of a stored row as floats.
  private func copyLight(
    _ row: UnsafeRawPointer, first: Int, count: Int, to target: UnsafeMutableRawPointer
  ) {
    let out = target.assumingMemoryBound(to: Float.self)
    let channels = format.channels.count
    withValues(row, first: first, count: count) { values in
      for pixel in 0..<count {
        let color = values + pixel &* samples
        var factor = 1.0
        if channels > colors {
          let alpha = color[colors]
          out[pixel &* channels &+ colors] = Float(alpha)
          if isPremultiplied, alpha > 0 { factor = 1 / alpha }
        }
        for channel in 0..<colors {
          let value = color[channel]
          out[pixel &* channels &+ channel] = value == missing ? 0 : Float(value * factor)
        }
      }
    }
  }

  /// A fraction of white as 16 bits; NaN is black.
  private static func code(_ part: Double) -> UInt16 {
    part > 0 ? UInt16((min(part, 1) * 65535).rounded()) : 0
  }

  /// Passes the numbers of some pixels to `body`.
  private func withValues(
    _ row: UnsafeRawPointer, first: Int, count: Int, _ body: (UnsafeMutablePointer<Double>) -> Void
  ) {
    let total = count * samples
    withUnsafeTemporaryAllocation(of: Double.self, capacity: total) { memory in
      guard let values = memory.baseAddress else { return }
      let start = first * samples
      func load<Number>(_ type: Number.Type, _ value: (Number) -> Double) {
        let size = MemoryLayout<Number>.size
        for index in 0..<total {
          values[index] = value(
            row.loadUnaligned(fromByteOffset: (start &+ index) &* size, as: type))
        }
      }
      switch kind {
      case .float16: load(UInt16.self) { Double(Float(halfBits: $0)) }
      case .float32: load(Float.self) { Double($0) }
      case .float64: load(Double.self) { $0 }
      case .signed8: load(Int8.self) { Double($0) }
      case .signed16: load(Int16.self) { Double($0) }
      case .signed32: load(Int32.self) { Double($0) }
      case .signed64: load(Int64.self) { Double($0) }
      case .unsigned32: load(UInt32.self) { Double($0) }
      case .unsigned64: load(UInt64.self) { Double($0) }
      case .unsigned24:
        let bytes = row.assumingMemoryBound(to: UInt8.self) + start * 3
        for index in 0..<total {
          let at = index &* 3
          values[index] = Double(
            Int(bytes[at]) | Int(bytes[at &+ 1]) << 8 | Int(bytes[at &+ 2]) << 16)
        }
      case .packed(let bits):
        for index in 0..<total {
          let bit = (start &+ index) &* bits
          values[index] = Double(TIFFBits.number(at: bit, count: bits, in: row))
        }
      case .spread(let bits) where TIFFPlanes.bytes(ofBits: bits) == 2:
        load(UInt16.self) { Double($0) }
      case .spread: load(UInt32.self) { Double($0) }
      }
      body(values)
    }
  }
}

/// The smallest and largest number of a picture.
///
/// One pass over the picture fills it (`TIFFScan`); it is constant afterwards. It must cover the
/// whole picture, so that all views look the same.
final class TIFFRange {
  fileprivate(set) var low = Double.infinity
  fileprivate(set) var high = -Double.infinity
  /// Measures how bright light is.
  fileprivate(set) var meter = LightMeter()
  /// True once the whole picture has been read, or if the file states the range.
  var isKnown = false

  /// Sets the range that the file states.
  func set(_ low: Double, _ high: Double) {
    (self.low, self.high) = (low, high)
    isKnown = true
  }

  /// The offset to subtract from a number and the factor to multiply by, to map it to 0…1.
  var spread: (offset: Double, factor: Double) {
    guard low < high, low < 0 || high > 1 else { return (0, 1) }
    return (low, 1 / (high - low))
  }
}
