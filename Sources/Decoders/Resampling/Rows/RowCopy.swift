/// Makes rows of a level as large as the source: each sample is converted on its own.
package final class RowCopy {
  private static let chunk = 256

  private let isIdentity: Bool
  private let bytesPerPixel: Int
  private let copier: SampleCopier
  private let lineariser: RowLineariser
  private let light = ScratchBuffer<Float>(count: RowCopy.chunk * 4, zero: 0)
  private let colors = ScratchBuffer<Float>(count: RowCopy.chunk * 4, zero: 0)
  private let pixels = ScratchBuffer<UInt32>(count: RowCopy.chunk, zero: 0)
  private let scratch = ScratchBuffer<UInt8>(
    count: max(RowLineariser.scratchBytes, SampleCopier.scratchBytes), zero: 0)

  package init(_ color: ColorPipeline) {
    isIdentity = color.isIdentity
    bytesPerPixel = color.format.bytesPerPixel
    copier = SampleCopier(color, scratch: scratch.base)
    lineariser = RowLineariser(color, scratch: scratch.base)
  }

  /// Converts `count` pixels of a row to light in half floats.
  func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt64>, count: Int,
    encoder: LightEncoder
  ) {
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let run = min(Self.chunk, count - first)
      lineariser.linearise(source + first * bytesPerPixel, into: light.base, count: run)
      encoder.encode(fourFloats(run), into: target + first, count: run)
    }
  }

  /// Converts `count` pixels of a row to light for the cache: one to four half floats per pixel.
  func convert(
    _ source: UnsafeRawPointer, storing target: UnsafeMutablePointer<UInt16>, count: Int,
    encoder: LightEncoder
  ) {
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let run = min(Self.chunk, count - first)
      lineariser.linearise(source + first * bytesPerPixel, into: light.base, count: run)
      encoder.store(light.base, into: target + first * lineariser.channels, count: run)
    }
  }

  /// Converts `count` pixels of a row.
  package func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt32>, count: Int,
    encoder: RowEncoder
  ) {
    if isIdentity {
      copier.copy(source, into: target, count: count)
      return
    }
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let run = min(Self.chunk, count - first)
      lineariser.linearise(source + first * bytesPerPixel, into: light.base, count: run)
      encoder.encode(fourFloats(run), into: target + first, count: run)
    }
  }

  /// Converts `count` pixels of an opaque row to codes, three per pixel.
  package func convert(
    _ source: UnsafeRawPointer, opaque target: UnsafeMutablePointer<UInt8>, count: Int,
    encoder: RowEncoder
  ) {
    if isIdentity, copier.copiesOpaqueCodes {
      UnsafeMutableRawPointer(target).copyMemory(from: source, byteCount: 3 * count)
      return
    }
    for first in stride(from: 0, to: count, by: Self.chunk) {
      let run = min(Self.chunk, count - first)
      convert(source + first * bytesPerPixel, into: pixels.base, count: run, encoder: encoder)
      for index in 0..<run {
        let start = 3 &* (first &+ index)
        target[start] = UInt8(truncatingIfNeeded: pixels.base[index])
        target[start &+ 1] = UInt8(truncatingIfNeeded: pixels.base[index] &>> 8)
        target[start &+ 2] = UInt8(truncatingIfNeeded: pixels.base[index] &>> 16)
      }
    }
  }

  /// The light in the encoder's format: colours without alpha are padded to four floats.
  private func fourFloats(_ count: Int) -> UnsafeMutablePointer<Float> {
    guard lineariser.channels == 3 else { return light.base }
    for index in 0..<count {
      for channel in 0..<3 {
        colors.base[4 &* index &+ channel] = light.base[3 &* index &+ channel]
      }
    }
    return colors.base
  }
}
