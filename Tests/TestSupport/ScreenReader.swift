import CX11
import Geometry

/// Reads pixels back from the screen.
public struct ScreenReader {
  private let client: TestClient

  /// Reads the screen of a client's server.
  public init(_ client: TestClient) { self.client = client }

  /// The pixels of a part of the screen; `nil` if it extends beyond the screen.
  public func read(_ rect: PixelRect) -> ScreenPicture? { read(client.root, rect) }

  /// The pixels of a part of the screen, read quickly; `nil` if it extends beyond the screen or the
  /// screen doesn't have 32 bits per pixel in the usual byte order.
  public func grid(_ rect: PixelRect) -> PixelGrid? {
    guard
      let image = XGetImage(
        client.pointer, client.root, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width),
        UInt32(rect.height), UInt.max, Int32(ZPixmap))
    else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    let stride = Int(image.pointee.bytes_per_line)
    guard image.pointee.bits_per_pixel == 32, image.pointee.red_mask == 0xff_0000,
      image.pointee.blue_mask == 0xff, stride == rect.width * 4
    else { return nil }
    let count = rect.width * rect.height
    let words = [UInt32](unsafeUninitializedCapacity: count) { words, initialized in
      image.pointee.data.withMemoryRebound(to: UInt32.self, capacity: count) { pixels in
        for index in 0..<count { words[index] = pixels[index] | 0xff00_0000 }
      }
      initialized = count
    }
    return PixelGrid(size: rect.size, words: words)
  }

  /// The green values of part of the screen, row by row, in the server's own precision.
  public func greens(_ rect: PixelRect) -> [UInt] {
    guard
      let image = XGetImage(
        client.pointer, client.root, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width),
        UInt32(rect.height), UInt.max, Int32(ZPixmap))
    else { return [] }
    defer { _ = image.pointee.f.destroy_image(image) }
    let mask = image.pointee.green_mask
    return (0..<rect.height).flatMap { y in
      (0..<rect.width).map { x in
        (image.pointee.f.get_pixel(image, Int32(x), Int32(y)) & mask)
          >> UInt(mask.trailingZeroBitCount)
      }
    }
  }

  /// The pixels of a whole window as the screen shows them, read quickly.
  public func grid(window: UInt) -> PixelGrid? { client.rect(of: window).flatMap { grid($0) } }

  /// The pixels of a whole window as the screen shows them; `nil` if part of it is off the screen.
  public func read(window: UInt) -> ScreenPicture? {
    client.rect(of: window).flatMap { read($0) }
  }

  private func read(_ drawable: UInt, _ rect: PixelRect) -> ScreenPicture? {
    guard
      let image = XGetImage(
        client.pointer, drawable, Int32(rect.minX), Int32(rect.minY), UInt32(rect.width),
        UInt32(rect.height), UInt.max, Int32(ZPixmap))
    else { return nil }
    defer { _ = image.pointee.f.destroy_image(image) }
    var picture = ScreenPicture(size: rect.size)
    let masks = [image.pointee.red_mask, image.pointee.green_mask, image.pointee.blue_mask]
    let isPlain = image.pointee.bits_per_pixel == 32 && masks == [0xff_0000, 0xff00, 0xff]
    picture.rgb.withUnsafeMutableBufferPointer { rgb in
      var index = 0
      for y in 0..<rect.height {
        let row = UnsafeRawPointer(image.pointee.data) + y * Int(image.pointee.bytes_per_line)
        for x in 0..<rect.width {
          if isPlain {
            let pixel = row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
            rgb[index] = UInt8(truncatingIfNeeded: pixel >> 16)
            rgb[index &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            rgb[index &+ 2] = UInt8(truncatingIfNeeded: pixel)
          } else {
            let pixel = image.pointee.f.get_pixel(image, Int32(x), Int32(y))
            for (channel, mask) in masks.enumerated() where mask != 0 {
              let shift = UInt(mask.trailingZeroBitCount)
              rgb[index + channel] = UInt8((pixel & mask) >> shift * 255 / (mask >> shift))
            }
          }
          index &+= 3
        }
      }
    }
    return picture
  }
}

/// Pixels read from the screen: red, green and blue bytes, row by row.
public struct ScreenPicture: Hashable, Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Three bytes per pixel.
  public var rgb: [UInt8]

  /// A black picture.
  public init(size: PixelSize) {
    self.size = size
    rgb = [UInt8](repeating: 0, count: size.width * size.height * 3)
  }

  /// The colour of a pixel, as 0xRRGGBB.
  public subscript(x: Int, y: Int) -> UInt32 {
    let index = (y * size.width + x) * 3
    return UInt32(rgb[index]) << 16 | UInt32(rgb[index + 1]) << 8 | UInt32(rgb[index + 2])
  }

  /// Counts the pixels that differ from another picture's by more than `tolerance` in any channel.
  ///
  /// If the sizes differ, all pixels do.
  public func differences(from other: ScreenPicture, tolerance: Int = 0) -> Int {
    guard size == other.size else { return max(rgb.count, other.rgb.count) / 3 }
    var count = 0
    for pixel in 0..<rgb.count / 3 {
      for byte in pixel * 3..<pixel * 3 + 3
      where abs(Int(rgb[byte]) - Int(other.rgb[byte])) > tolerance {
        count += 1
        break
      }
    }
    return count
  }
}
