import CSTB
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The file as stb_image reads it, from its beginning on.
final class HDRReader {
  /// Why the file could not be read, where that was its trouble.
  private(set) var failure: CodecError?
  /// Whether more was looked for than the file has.
  private(set) var isCut = false
  private let input: PictureInput
  private let end: Int
  private var position = 0
  /// Bytes of the file from a place in it on: the library asks for some hundred at a time.
  private let buffer: UnsafeMutableRawBufferPointer
  private var buffered = 0..<0

  private static let bufferBytes = 256 << 10

  init(_ input: PictureInput) {
    self.input = input
    end = input.byteCount
    buffer = .allocate(byteCount: Self.bufferBytes, alignment: 64)
  }

  deinit { buffer.deallocate() }

  private static func of(_ handle: UnsafeMutableRawPointer?) -> HDRReader? {
    handle.map { Unmanaged<HDRReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private var callbacks: stbi_io_callbacks {
    stbi_io_callbacks(
      read: { handle, target, count in
        guard let reader = HDRReader.of(handle), let target, count > 0 else { return 0 }
        return Int32(reader.read(UnsafeMutableRawBufferPointer(start: target, count: Int(count))))
      },
      skip: { handle, count in HDRReader.of(handle)?.position += Int(count) },
      eof: { handle in
        guard let reader = HDRReader.of(handle) else { return 1 }
        return reader.position >= reader.end ? 1 : 0
      })
  }

  private func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
    do throws(CodecError) {
      if !buffered.contains(position), position < end {
        buffered = position..<position + (try input.readBytes(at: position, into: buffer))
      }
      let count = min(target.count, max(0, buffered.upperBound - position))
      if count > 0 {
        let place = position - buffered.lowerBound
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[place..<place + count]))
      }
      position += count
      if count == 0 { isCut = true }
      return count
    } catch {
      failure = error
      return 0
    }
  }

  /// Reads what stands before the pixels.
  func header() throws(CodecError) -> PictureHeader {
    var functions = callbacks
    let handle = Unmanaged.passUnretained(self).toOpaque()
    var (width, height, channels) = (Int32(0), Int32(0), Int32(0))
    guard stbi_is_hdr_from_callbacks(&functions, handle) == 1 else { throw problem }
    position = 0
    guard stbi_info_from_callbacks(&functions, handle, &width, &height, &channels) == 1 else {
      throw problem
    }
    let size = PixelSize(width: Int(width), height: Int(height))
    let isLight = input.acceptsLight
    var header = PictureHeader(
      size: size, format: RowFormat(channels: .rgb, depth: isLight ? 32 : 16), color: .linear,
      hasAlpha: false, memory: try .whole(checkedProduct(size.width, size.height, 12), of: size))
    header.isLight = isLight
    return header
  }

  /// Decodes all pixels, three floats each, from the top; they are the caller's.
  func pixels(of size: PixelSize) throws(CodecError) -> UnsafeMutablePointer<Float> {
    var functions = callbacks
    let handle = Unmanaged.passUnretained(self).toOpaque()
    var (width, height, channels) = (Int32(0), Int32(0), Int32(0))
    guard
      let pixels = stbi_loadf_from_callbacks(&functions, handle, &width, &height, &channels, 3)
    else { throw problem }
    guard Int(width) == size.width, Int(height) == size.height else {
      stbi_image_free(pixels)
      throw CodecError(.corrupt, "the Radiance file is damaged (its picture has another size)")
    }
    return pixels
  }

  private var problem: CodecError {
    if let failure { return failure }
    let reason = stbi_failure_reason().map { String(cString: $0) } ?? "unknown"
    switch reason {
    case "outofmem": return .noMemory
    case "too large": return CodecError(.tooLarge, "the picture is too large to be decoded")
    default: return CodecError(.corrupt, "the Radiance file is damaged (\(reason))")
    }
  }
}
