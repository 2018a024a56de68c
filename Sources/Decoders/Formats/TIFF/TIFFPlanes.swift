import CTIFF
import DecoderProtocol
import Geometry

/// Interleaves the separate channels of a block.
struct TIFFPlanes {
  /// The storage of a plane's samples.
  private enum Storage {
    /// Whole bytes per sample.
    case bytes(Int)
    /// Bits per sample, packed; each row starts at a byte.
    case bits(Int)
  }

  private let storage: Storage
  private let samples: Int
  private let block: PixelSize
  /// The subsampling of the second and third plane, which are colour differences.
  private let thinning: PixelSize
  /// True if libtiff pads a subsampled plane's rows to the full width.
  private let isSpaced: Bool

  init(_ directory: TIFFDirectory) {
    storage = directory.bits % 8 == 0 ? .bytes(directory.bits / 8) : .bits(directory.bits)
    samples = directory.samples
    block = directory.block
    thinning = directory.isWavelets ? PixelSize(width: 1, height: 1) : directory.thinning
    isSpaced = directory.compression == COMPRESSION_JPEG
  }

  /// Bytes per interleaved sample.
  var sampleBytes: Int {
    switch storage {
    case .bytes(let count): count
    case .bits(let count): Self.bytes(ofBits: count)
    }
  }

  /// Bytes of an unpacked sample: a word of 16 or 32 bits.
  static func bytes(ofBits bits: Int) -> Int { bits <= 16 ? 2 : 4 }

  private func isThinned(_ sample: Int) -> Bool {
    (sample == 1 || sample == 2) && thinning != PixelSize(width: 1, height: 1)
  }

  /// The size of a block's plane with `rows` stored rows.
  private func size(of sample: Int, rows: Int) -> PixelSize {
    guard isThinned(sample) else { return PixelSize(width: block.width, height: rows) }
    return PixelSize(
      width: dividedRoundingUp(block.width, by: thinning.width),
      height: dividedRoundingUp(rows, by: thinning.height))
  }

  /// Bytes to decode of a plane with `rows` stored rows; `whole` is the size of a full plane.
  func byteCount(of sample: Int, rows: Int, whole: Int) -> Int {
    guard isThinned(sample), !isSpaced else { return whole }
    let size = size(of: sample, rows: rows)
    return min(whole, size.width * size.height)
  }

  /// Writes a plane's samples to their interleaved positions.
  ///
  /// `rows` of the block are stored, and a row of a full plane takes `rowBytes`.
  func spread(
    _ plane: UnsafeRawPointer, of sample: Int, rows: Int, rowBytes: Int,
    into target: UnsafeMutableRawPointer
  ) {
    let own = size(of: sample, rows: rows)
    let stride = isThinned(sample) && !isSpaced ? own.width : rowBytes
    let factor = isThinned(sample) ? thinning : PixelSize(width: 1, height: 1)
    let (step, bytes) = (samples * sampleBytes, sampleBytes)
    for y in 0..<rows {
      let source = plane + y / factor.height * stride
      let row = target + y * block.width * step + sample * bytes
      switch storage {
      case .bytes where factor.width > 1:
        for x in 0..<block.width {
          row.storeBytes(
            of: source.load(fromByteOffset: x / factor.width, as: UInt8.self),
            toByteOffset: x &* step, as: UInt8.self)
        }
      case .bytes:
        for x in 0..<block.width {
          (row + x &* step).copyMemory(from: source + x &* bytes, byteCount: bytes)
        }
      case .bits(let bits):
        for x in 0..<block.width {
          let number = TIFFBits.number(at: x &* bits, count: bits, in: source)
          if bytes == 2 {
            row.storeBytes(
              of: UInt16(truncatingIfNeeded: number), toByteOffset: x &* step, as: UInt16.self)
          } else {
            row.storeBytes(
              of: UInt32(truncatingIfNeeded: number), toByteOffset: x &* step, as: UInt32.self)
          }
        }
      }
    }
  }
}

/// Reads numbers of any bit width, most significant bit first.
enum TIFFBits {
  /// The number whose highest bit is at `start`, counted from the first byte's highest bit.
  @inline(__always)
  static func number(at start: Int, count: Int, in bytes: UnsafeRawPointer) -> Int {
    var (bit, left, number) = (start, count, 0)
    while left > 0 {
      let taken = min(left, 8 &- (bit & 7))
      let shift = 8 &- (bit & 7) &- taken
      let byte = Int(bytes.load(fromByteOffset: bit >> 3, as: UInt8.self))
      number = number << taken | (byte >> shift) & ((1 << taken) &- 1)
      bit &+= taken
      left &-= taken
    }
    return number
  }
}
