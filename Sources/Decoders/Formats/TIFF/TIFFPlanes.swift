import CTIFF
import DecoderProtocol
import Geometry

/// How the channels of a block that stand apart come together: pixel by pixel, as every other
/// picture has them.
struct TIFFPlanes {
  /// How the samples of a plane are stored.
  private enum Storage {
    /// So many whole bytes.
    case bytes(Int)
    /// So many bits, one right after the other; each row begins with a byte.
    case bits(Int)
  }

  private let storage: Storage
  private let samples: Int
  private let block: PixelSize
  /// What the second and the third plane are thinned by: colour differences have fewer samples.
  private let thinning: PixelSize
  /// Whether libtiff leaves room for a whole row between those of a thinned plane.
  private let isSpaced: Bool

  init(_ directory: TIFFDirectory) {
    storage = directory.bits % 8 == 0 ? .bytes(directory.bits / 8) : .bits(directory.bits)
    samples = directory.samples
    block = directory.block
    thinning = directory.isWavelets ? PixelSize(width: 1, height: 1) : directory.thinning
    isSpaced = directory.compression == COMPRESSION_JPEG
  }

  /// Bytes of a sample once the planes are together.
  var sampleBytes: Int {
    switch storage {
    case .bytes(let count): count
    case .bits(let count): Self.bytes(ofBits: count)
    }
  }

  /// Bytes of a sample of so many bits, once it stands by itself: it is a word of 16 or 32 bits.
  static func bytes(ofBits bits: Int) -> Int { bits <= 16 ? 2 : 4 }

  private func isThinned(_ sample: Int) -> Bool {
    (sample == 1 || sample == 2) && thinning != PixelSize(width: 1, height: 1)
  }

  /// The size of a plane of a block, of which so many rows are stored.
  private func size(of sample: Int, rows: Int) -> PixelSize {
    guard isThinned(sample) else { return PixelSize(width: block.width, height: rows) }
    return PixelSize(
      width: dividedRoundingUp(block.width, by: thinning.width),
      height: dividedRoundingUp(rows, by: thinning.height))
  }

  /// Bytes to decode of a plane of which so many rows are stored; `whole` are those of one that is
  /// not thinned.
  func byteCount(of sample: Int, rows: Int, whole: Int) -> Int {
    guard isThinned(sample), !isSpaced else { return whole }
    let size = size(of: sample, rows: rows)
    return min(whole, size.width * size.height)
  }

  /// Puts a plane's samples where they belong among the others.
  ///
  /// `rows` of the block are stored, and a row of a plane that is not thinned takes `rowBytes`.
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

/// Numbers of any count of bits, the first at the top of a byte.
enum TIFFBits {
  /// The number whose highest bit is `start`, counted from the first byte's highest.
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
