import CEXR
import DecoderKit
import DecoderProtocol
import Geometry

/// A file opened by OpenEXR: each layer of each part is a picture.
final class EXRFile {
  /// OpenEXR's handle.
  private let handle: OpaquePointer
  private let reader: LibraryReader

  /// Reads the headers of a file.
  init(_ input: PictureInput) throws(CodecError) {
    let reader = LibraryReader(input)
    var reason = [CChar](repeating: 0, count: Self.reasonBytes)
    let handle = fresnel_exr_open(
      { context, offset, target, count in
        guard let context, let target else { return -1 }
        let reader = Unmanaged<LibraryReader>.fromOpaque(context).takeUnretainedValue()
        let buffer = UnsafeMutableRawBufferPointer(start: target, count: Int(max(0, count)))
        return Int64(reader.read(at: Int(offset), into: buffer))
      }, Unmanaged.passUnretained(reader).toOpaque(), &reason, reason.count)
    guard let handle else { throw reader.failure ?? Self.damage(reason) }
    self.handle = handle
    self.reader = reader
  }

  deinit { fresnel_exr_close(handle) }

  private static let reasonBytes = 300

  private static func damage(_ reason: [CChar]) -> CodecError {
    let text = String(
      decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return CodecError(.corrupt, "the OpenEXR file is damaged (\(text))")
  }

  /// The number of pictures.
  var count: Int { Int(fresnel_exr_count(handle)) }

  /// The names of the pictures, at most `most`; empty if they have none.
  func names(most: Int) -> [String] {
    guard count > 1 else { return [] }
    let names = (0..<min(most, count)).map { picture in
      var text = [CChar](repeating: 0, count: Self.nameBytes)
      fresnel_exr_name(handle, Int32(picture), &text, text.count)
      let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  private static let nameBytes = 256

  /// A picture's header.
  func description(of picture: Int) throws(CodecError) -> fresnel_exr_picture {
    var description = fresnel_exr_picture()
    var reason = [CChar](repeating: 0, count: Self.reasonBytes)
    guard
      fresnel_exr_describe(handle, Int32(picture), &description, &reason, reason.count) == 1
    else { throw reader.failure ?? Self.damage(reason) }
    return description
  }

  /// The area of a smaller level in the file.
  func area(of picture: Int, level: Int) -> PixelRect? {
    var window = fresnel_exr_window()
    guard fresnel_exr_level_window(handle, Int32(picture), Int32(level), &window) == 1 else {
      return nil
    }
    return PixelRect(window)
  }

  /// Reads whole lines or whole tiles: red, green, blue and alpha in half floats, rows packed.
  func read(
    _ picture: Int, level: Int, _ area: PixelRect, into target: UnsafeMutablePointer<UInt16>
  ) throws(CodecError) {
    var reason = [CChar](repeating: 0, count: Self.reasonBytes)
    let window = fresnel_exr_window(
      min_x: Int32(area.minX), min_y: Int32(area.minY), max_x: Int32(area.maxX),
      max_y: Int32(area.maxY))
    guard
      fresnel_exr_read(
        handle, Int32(picture), Int32(level), window, target, area.size.width * 8, &reason,
        reason.count) == 1
    else { throw reader.failure ?? Self.damage(reason) }
  }
}

extension PixelRect {
  /// Converts a window; its coordinates may be negative.
  init(_ window: fresnel_exr_window) {
    self.init(
      minX: Int(window.min_x), minY: Int(window.min_y), maxX: Int(window.max_x),
      maxY: Int(window.max_y))
  }
}
