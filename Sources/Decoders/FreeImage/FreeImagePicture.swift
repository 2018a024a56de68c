import CFreeImage
import DecoderKit
import DecoderProtocol
import Geometry
import Platform
import Resampling
import Synchronization

/// A picture that FreeImage has loaded, its last row first.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class FreeImagePicture: WholePicture, @unchecked Sendable {
  let missing: String?
  let headroom: Double?
  private let bitmap: FreeImageBitmap
  private let layout: FreeImageLayout
  private let type: Int32
  private let isTopDown: Bool
  /// Samples of a pixel in memory.
  private let stored: Int

  /// Decodes; that takes as long as it takes.
  ///
  /// `loaded` is what was loaded for the header, where that was all of it.
  init(
    _ input: PictureInput, _ layout: FreeImageLayout, _ loaded: FreeImageBitmap?
  ) throws(CodecError) {
    let file = try FreeImageFile(input)
    var bitmap: FreeImageBitmap
    if let loaded {
      bitmap = loaded
    } else if file.kind == Int32(FIF_ICO.rawValue) {
      let sizes = try file.loadSizes()
      guard sizes.indices.contains(layout.number) else {
        throw CodecError(.corrupt, "the \(file.name) file is damaged (its picture is missing)")
      }
      bitmap = sizes[layout.number]
    } else {
      bitmap = try file.load(isHeader: false)
    }
    // FreeImage takes the rows of floats to come from the top, where others have the bottom.
    isTopDown = file.kind == Int32(FIF_PFM.rawValue)
    missing = bitmap.isCut ? "the file ends too early: the rest of the picture is missing" : nil
    if bitmap.type == Int32(FIT_BITMAP.rawValue), FreeImage_GetBPP(bitmap.handle) < 24 {
      // Palettes, bits and samples of five bits.
      let converted =
        layout.format.channels.hasAlpha
        ? FreeImage_ConvertTo32Bits(bitmap.handle) : FreeImage_ConvertTo24Bits(bitmap.handle)
      guard let converted else { throw CodecError.noMemory }
      bitmap = FreeImageBitmap(converted, isCut: bitmap.isCut)
    }
    type = bitmap.type
    let sampleBits = UInt32(Self.bits(of: type))
    stored = Int(FreeImage_GetBPP(bitmap.handle) / sampleBits)
    guard Int(FreeImage_GetWidth(bitmap.handle)) == layout.loaded.width,
      Int(FreeImage_GetHeight(bitmap.handle)) == layout.loaded.height,
      FreeImage_HasPixels(bitmap.handle) != 0,
      layout.format.depth == Self.depth(sampleBits, layout),
      stored >= (layout.format.channels == .gray ? 1 : 3)
    else {
      throw CodecError(.corrupt, "the \(file.name) file is damaged (its picture is missing)")
    }
    self.bitmap = bitmap
    self.layout = layout
    headroom = layout.isLight ? Self.headroom(of: bitmap, layout, samples: stored) : nil
  }

  private static func depth(_ sampleBits: UInt32, _ layout: FreeImageLayout) -> Int {
    sampleBits == 8 ? 8 : layout.isLight ? 32 : 16
  }

  /// How bright it is: the upper half is looked at by a second thread, while nobody needs it.
  private static func headroom(
    of bitmap: FreeImageBitmap, _ layout: FreeImageLayout, samples: Int
  ) -> Double {
    let (size, middle) = (layout.size, layout.size.height / 2)
    let upper = MeasuredLight()
    let thread: Thread?
    do throws(Errno) {
      thread = try Thread(name: "light") {
        upper.meter.withLock { $0 = Self.meter(of: 0..<middle, bitmap, size, samples: samples) }
      }
    } catch { thread = nil }
    var meter = Self.meter(of: middle..<size.height, bitmap, size, samples: samples)
    if let thread {
      thread.join()
      meter.add(upper.meter.withLock { $0 })
    } else {
      meter.add(Self.meter(of: 0..<middle, bitmap, size, samples: samples))
    }
    return meter.headroom
  }

  private static func meter(
    of rows: Range<Int>, _ bitmap: FreeImageBitmap, _ size: PixelSize, samples: Int
  ) -> LightMeter {
    var meter = LightMeter()
    for row in rows {
      guard let line = FreeImage_GetScanLine(bitmap.handle, Int32(row)) else { continue }
      let numbers = UnsafeRawPointer(line).assumingMemoryBound(to: Float.self)
      if samples < 3 {
        for x in 0..<size.width { meter.add(numbers[x * samples]) }
      } else {
        meter.add(numbers, count: size.width, step: samples)
      }
    }
    return meter
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    let place = isTopDown ? row : layout.loaded.height - 1 - row
    let line = FreeImage_GetScanLine(bitmap.handle, Int32(place))
    guard let line = UnsafeRawPointer(line) else { return }
    let count = layout.format.channels.count
    // Most have what the rows are to have; blue comes first in bytes, and in nothing else.
    if type == Int32(FIT_BITMAP.rawValue), stored >= count, count >= 3 {
      swap(line.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self))
      return
    }
    let keepsSamples =
      type != Int32(FIT_BITMAP.rawValue) && (Self.bits(of: type) == 16 || layout.isLight)
    if keepsSamples, stored == count {
      target.copyMemory(
        from: line, byteCount: layout.size.width * layout.format.bytesPerPixel)
      return
    }
    switch type {
    case Int32(FIT_BITMAP.rawValue):
      // Blue comes first in these, and in no others.
      fill(line.assumingMemoryBound(to: UInt8.self), target, order: [2, 1, 0, 3], full: UInt8.max) {
        $0
      }
    case Int32(FIT_UINT16.rawValue), Int32(FIT_RGB16.rawValue), Int32(FIT_RGBA16.rawValue):
      fill(
        line.assumingMemoryBound(to: UInt16.self), target, order: [0, 1, 2, 3], full: UInt16.max
      ) { $0 }
    default:
      let numbers = line.assumingMemoryBound(to: Float.self)
      if layout.isLight {
        fill(numbers, target, order: [0, 1, 2, 3], full: Float(1)) { $0 }
      } else {
        fill(numbers, target, order: [0, 1, 2, 3], full: UInt16.max) { lightSample($0) }
      }
    }
  }

  /// Bits of a sample in memory.
  private static func bits(of type: Int32) -> Int {
    switch type {
    case Int32(FIT_BITMAP.rawValue): 8
    case Int32(FIT_UINT16.rawValue), Int32(FIT_RGB16.rawValue), Int32(FIT_RGBA16.rawValue): 16
    default: 32
    }
  }

  /// Copies bytes, of which blue and red change their places.
  private func swap(_ line: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>) {
    let width = layout.size.width
    if layout.format.channels.count == 4 {
      let (pixels, results) = (UnsafeRawPointer(line), UnsafeMutableRawPointer(target))
      for x in 0..<width {
        let pixel = UInt32(
          littleEndian: pixels.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
        let turned = pixel & 0xFF00_FF00 | pixel &>> 16 & 0xFF | (pixel & 0xFF) &<< 16
        results.storeBytes(of: turned.littleEndian, toByteOffset: x &* 4, as: UInt32.self)
      }
      return
    }
    let step = stored
    for x in 0..<width {
      target[x &* 3] = line[x &* step &+ 2]
      target[x &* 3 &+ 1] = line[x &* step &+ 1]
      target[x &* 3 &+ 2] = line[x &* step]
    }
  }

  private func fill<Stored, Sample>(
    _ line: UnsafePointer<Stored>, _ target: UnsafeMutableRawPointer, order: SIMD4<Int>,
    full: Sample, _ sample: (Stored) -> Sample
  ) {
    let samples = target.assumingMemoryBound(to: Sample.self)
    let count = layout.format.channels.count
    for x in 0..<layout.size.width {
      for channel in 0..<count {
        let place = count == 1 ? 0 : order[channel]
        // Alpha that the header promised and the pixels have not.
        samples[x * count + channel] = place < stored ? sample(line[x * stored + place]) : full
      }
    }
  }
}

/// What one thread measures for another.
private final class MeasuredLight: Sendable {
  let meter = Mutex(LightMeter())
}
