import CQOI
import DecoderKit
import DecoderProtocol
import Glibc

/// A decoded QOI file.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class QOIPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  private let pixels: UnsafeMutableRawPointer
  /// Giving its memory back takes time, which there is once the picture is shown.
  private let file: UnsafeMutableRawPointer
  private let rowBytes: Int

  /// Decodes; that takes as long as it takes.
  init(_ input: PictureInput, _ header: QOIHeader) throws(CodecError) {
    let count = header.fileBytes
    guard count <= Int(Int32.max), let file = malloc(count) else { throw CodecError.noMemory }
    let bytes = UnsafeMutableRawBufferPointer(start: file, count: count)
    let done: Int
    let pixels: UnsafeMutableRawPointer
    do throws(CodecError) {
      done = try input.readWhole(into: bytes)
      pixels = try Self.decode(UnsafeRawBufferPointer(rebasing: bytes[..<done]), header)
    } catch {
      free(file)
      throw error
    }
    self.file = file
    self.pixels = pixels
    rowBytes = header.size.width * (header.hasAlpha ? 4 : 3)
    // The library repeats the last pixel where the file ends; a whole one has an end of its own.
    let end = Self.end
    let isWhole = done >= end.count && bytes[(done - end.count)..<done].elementsEqual(end)
    missing = isWhole ? nil : "the file ends too early: the rest of the picture is missing"
  }

  private static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: QOIHeader
  ) throws(CodecError) -> UnsafeMutableRawPointer {
    var description = qoi_desc()
    let decode = header.hasAlpha ? fresnel_qoi_colors_and_alpha : fresnel_qoi_colors
    guard let pixels = decode(bytes.baseAddress, Int32(bytes.count), &description) else {
      throw CodecError(.corrupt, "the QOI file is damaged")
    }
    guard Int(description.width) == header.size.width,
      Int(description.height) == header.size.height
    else {
      free(pixels)
      throw CodecError(.corrupt, "the QOI file is damaged (its picture has another size)")
    }
    return pixels
  }

  deinit {
    free(pixels)
    free(file)
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    target.copyMemory(from: pixels + row * rowBytes, byteCount: rowBytes)
  }
}
