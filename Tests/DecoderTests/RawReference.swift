import Geometry
import Glibc
import Platform
import TestSupport

/// LibRaw's own development of a raw file.
enum RawReference {
  /// Linear light, three 16-bit samples per pixel, upright, developed with the camera's white
  /// balance and no other change of brightness.
  struct Picture {
    var size: PixelSize
    var samples: [UInt16]

    /// The picture on an sRGB display.
    var shown: Pixels {
      var pixels = Pixels(size: size)
      for pixel in 0..<size.width * size.height {
        for channel in 0..<3 {
          let light = Double(samples[pixel * 3 + channel]) / 65535
          let code = EXRWriter.encoded(Float(light))
          pixels.bytes[pixel * 4 + channel] = UInt8(code.rounded())
        }
        pixels.bytes[pixel * 4 + 3] = 255
      }
      return pixels
    }
  }

  struct NoPicture: Error { var output: String }

  /// True if the program is installed.
  static var isThere: Bool { TestProcess.canFind("dcraw_emu") }

  /// Develops by bilinear interpolation, or at half size.
  static func picture(_ bytes: [UInt8], isHalf: Bool = false) throws -> Picture {
    let path = "/tmp/fresnel-raw-\(getpid())-\(UInt32.random(in: 0...UInt32.max)).dng"
    guard let file = fopen(path, "w") else { throw NoPicture(output: "no file") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    defer { unlink(path) }
    let process = try TestProcess(
      "dcraw_emu",
      ["-W", "-w", "-q", "0", "-o", "1", "-4"] + (isHalf ? ["-h"] : []) + ["-Z", "-", path])
    let output = process.wait(limit: 60) == .status(0) ? process.standardOutput : []
    // "P6", a width, a height and 65535, each followed by a space, then the samples.
    var fields: [Int] = []
    var place = 2
    while fields.count < 3, place < output.count {
      while place < output.count, output[place] <= 0x20 { place += 1 }
      var number = 0
      while place < output.count, output[place] > 0x20 {
        number = number * 10 + Int(output[place]) - 0x30
        place += 1
      }
      fields.append(number)
    }
    place += 1
    // Greys have one sample per pixel.
    let channels = output.starts(with: Array("P5".utf8)) ? 1 : 3
    guard fields.count == 3, fields[2] == 65535,
      output.count - place == fields[0] * fields[1] * 2 * channels
    else { throw NoPicture(output: process.standardError) }
    let samples = (0..<fields[0] * fields[1] * 3).map { index -> UInt16 in
      let sample = place + 2 * (channels == 1 ? index / 3 : index)
      return UInt16(output[sample]) << 8 | UInt16(output[sample + 1])
    }
    return Picture(size: PixelSize(width: fields[0], height: fields[1]), samples: samples)
  }
}
