import DecoderKit
import Geometry
import Glibc

/// The reduction by its definition: in Double, with the whole picture in memory.
enum ReducerReference {
  static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static func encoded(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The stored position of an upright pixel, by EXIF's definition of its eight orientations.
  static func stored(_ u: Int, _ v: Int, exif: Int, in size: PixelSize) -> (x: Int, y: Int) {
    let right = size.width - 1
    let bottom = size.height - 1
    switch exif {
    case 2: return (right - u, v)
    case 3: return (right - u, bottom - v)
    case 4: return (u, bottom - v)
    case 5: return (v, u)
    case 6: return (v, bottom - u)
    case 7: return (right - v, bottom - u)
    case 8: return (right - v, u)
    default: return (u, v)
    }
  }

  private static func lanczos(_ x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= 3 { return 0 }
    let angle = Double.pi * x
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }

  /// The source pixels of each of a level's pixels along one axis, with their weights.
  private static func axis(source: Int, level: Int) -> [[(index: Int, weight: Double)]] {
    let ratio = Double(source) / Double(level)
    let scale = max(ratio, 1)
    return (0..<level).map { pixel in
      let center = (Double(pixel) + 0.5) * ratio - 0.5
      let first = Int((center - 3 * scale).rounded(.down))
      let last = Int((center + 3 * scale).rounded(.up))
      let taps = (first...last).map { (index: $0, weight: lanczos((Double($0) - center) / scale)) }
      let sum = taps.reduce(0) { $0 + $1.weight }
      return taps.map {
        (index: min(max($0.index, 0), source - 1), weight: $0.weight / sum)
      }
    }
  }

  /// A picture's light, premultiplied: four values per pixel.
  private static func planes(_ picture: SamplePicture) -> [Double] {
    let full = picture.format.depth == 8 ? 255.0 : 65535.0
    let channels = picture.format.channels
    var planes: [Double] = []
    planes.reserveCapacity(picture.size.width * picture.size.height * 4)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        func value(_ channel: Int) -> Double { Double(picture.sample(x, y, channel)) / full }
        let alpha = channels.hasAlpha ? value(channels.count - 1) : 1
        for channel in 0..<3 {
          planes.append(light(value(channels.count < 3 ? 0 : channel)) * alpha)
        }
        planes.append(alpha)
      }
    }
    return planes
  }

  /// Means of boxes of `box` × `box` pixels, which must divide the size.
  private static func boxes(_ planes: [Double], _ size: PixelSize, _ box: Int) -> [Double] {
    precondition(size.width % box == 0 && size.height % box == 0)
    let width = size.width / box
    var means = [Double](repeating: 0, count: planes.count / (box * box))
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<4 {
          means[(y / box * width + x / box) * 4 + channel] +=
            planes[(y * size.width + x) * 4 + channel] / Double(box * box)
        }
      }
    }
    return means
  }

  /// The upright level, R, G, B, A, premultiplied after encoding.
  static func reduce(
    _ picture: SamplePicture, to level: PixelSize, exif: Int = 1, box: Int = 1
  ) -> [UInt8] {
    let stored = exif >= 5 ? level.transposed : level
    let source = boxes(planes(picture), picture.size, box)
    let size = PixelSize(width: picture.size.width / box, height: picture.size.height / box)
    let columns = axis(source: size.width, level: stored.width)
    let rows = axis(source: size.height, level: stored.height)
    var wide = [Double](repeating: 0, count: size.height * stored.width * 4)
    for y in 0..<size.height {
      for x in 0..<stored.width {
        for tap in columns[x] {
          let from = (y * size.width + tap.index) * 4
          for channel in 0..<4 {
            wide[(y * stored.width + x) * 4 + channel] += source[from + channel] * tap.weight
          }
        }
      }
    }
    var pixels: [UInt8] = []
    for v in 0..<level.height {
      for u in 0..<level.width {
        let at = Self.stored(u, v, exif: exif, in: stored)
        var sum = [0.0, 0, 0, 0]
        for tap in rows[at.y] {
          for channel in 0..<4 {
            sum[channel] += wide[(tap.index * stored.width + at.x) * 4 + channel] * tap.weight
          }
        }
        pixels += encode(sum)
      }
    }
    return pixels
  }

  private static func encode(_ sum: [Double]) -> [UInt8] {
    let alpha = min(max(sum[3], 0), 1)
    var pixel = (0..<3).map { channel -> UInt8 in
      guard alpha > 0 else { return 0 }
      let straight = min(max(min(max(sum[channel], 0), 1) / alpha, 0), 1)
      return UInt8((255 * encoded(straight) * alpha).rounded())
    }
    pixel.append(UInt8((255 * alpha).rounded()))
    return pixel
  }
}

/// Pictures that reveal errors in a reduction.
enum TestPattern {
  /// Soft shapes, fine texture and sharp edges, as in photographs.
  static func photograph(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    let (u, v, c) = (Double(x), Double(y), Double(channel))
    var value = 110 + 60 * sin(u / 37 + c) * cos(v / 29 - c)
    value += 30 * sin(u / 7.3 + v / 11.1 + 2 * c) + 12 * sin(u / 2.9 - v / 3.7)
    if (u - 90) * (u - 90) + (v - 70) * (v - 70) < 1600 { value += 45 - 20 * c }
    if x / 40 % 3 == 1 && y / 25 % 4 == 2 { value -= 70 }
    return Int(min(max(value, 0), 255))
  }

  /// Rings whose frequency rises from the centre to the highest possible, at the edges.
  static func zonePlate(_ x: Int, _ y: Int, _ size: PixelSize) -> Int {
    let u = Double(x) - Double(size.width) / 2
    let v = Double(y) - Double(size.height) / 2
    let radius = u * u + v * v
    return Int((127.5 + 127.5 * cos(Double.pi * radius / Double(size.width))).rounded())
  }
}
