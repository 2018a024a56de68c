import CWideVectors

/// Sums boxes of 8-bit grey or colour samples as integers.
///
/// Each sample takes one load and one addition, without rounding, so the order does not matter.
/// Next to decoding, this is where most of the time goes when a huge picture is opened.
struct IntegerBoxes {
  /// The light of one unit of the sums.
  let unit: Float

  private let channels: Int
  private let box: Int
  private let pixel: Int
  private let table: Table

  /// The light of every sample value as an integer: 256 for each channel.
  private final class Table {
    let values: ScratchBuffer<UInt32>
    /// These integers split into bytes, lowest first, if one table serves all channels.
    let bytes = ScratchBuffer<UInt8>(count: 768, zero: 0)
    /// True if one table serves all channels.
    let isOne: Bool

    init(_ color: ColorPipeline, scale: Float) {
      values = ScratchBuffer(count: 768, zero: 0)
      for channel in 0..<3 {
        let linear = color.linear[min(channel, color.linear.count - 1)]
        for sample in 0..<256 {
          values.base[channel * 256 + sample] = UInt32(
            (linear.values[sample] * scale).rounded())
        }
      }
      isOne = color.linear.count == 1
      for sample in 0..<256 {
        for byte in 0..<3 {
          bytes.base[byte * 256 + sample] = UInt8(
            truncatingIfNeeded: values.base[sample] >> UInt32(8 * byte))
        }
      }
    }
  }

  /// The sums for a pipeline's samples; `nil` if it needs floats because of alpha, depth or lcms2.
  init?(_ color: ColorPipeline, horizontal: Int, vertical: Int) {
    let format = color.linearFormat
    guard color.rowTransform == nil, color.scene == nil, format.depth == 8,
      !format.channels.hasAlpha,
      horizontal <= 256, vertical <= 256
    else { return nil }
    // No sum may exceed 2³¹; the darkest step of a sample is still dozens of units.
    let scale = min(Float(1 << 20), Float((1 << 31) - 256) / Float(horizontal * vertical))
      .rounded(.down)
    unit = 1 / scale
    channels = format.channels.count
    box = horizontal
    pixel = format.bytesPerPixel
    table = Table(color, scale: scale)
  }

  /// Adds rows to the sums of `boxes` boxes, the last of which lacks `padding` samples.
  func add(
    _ base: UnsafeRawPointer, stride: Int, rows: Int, boxes: Int, padding: Int,
    into sums: UnsafeMutablePointer<UInt32>
  ) {
    let full = padding > 0 ? boxes - 1 : boxes
    let base = base.assumingMemoryBound(to: UInt8.self)
    let values = UnsafePointer(table.values.base)
    if channels == 3, hasWiderVectors, table.isOne {
      fresnel_wider_add_boxes(base, stride, rows, full, box, pixel, table.bytes.base, sums)
    } else if channels == 1 {
      Self.addGray(base, stride, rows, full, box, pixel, values, sums)
    } else if box == 2 {
      Self.addColors(base, stride, rows, full, 2, pixel, values, sums)
    } else {
      Self.addColors(base, stride, rows, full, box, pixel, values, sums)
    }
    guard padding > 0 else { return }
    let present = box - padding
    for row in 0..<rows {
      let source = base + row * stride + full * box * pixel
      for index in 0..<box {
        let sample = source + min(index, present - 1) * pixel
        for channel in 0..<channels {
          sums[full * channels + channel] &+= values[channel * 256 + Int(sample[channel])]
        }
      }
    }
  }

  /// Adds colour samples; `fresnel_wider_add_boxes` does the same.
  @inline(__always)
  static func addColors(
    _ base: UnsafePointer<UInt8>, _ stride: Int, _ rows: Int, _ boxes: Int, _ box: Int,
    _ pixel: Int, _ values: UnsafePointer<UInt32>, _ sums: UnsafeMutablePointer<UInt32>
  ) {
    let (greens, blues) = (values + 256, values + 512)
    var start = base
    var sum = sums
    for _ in 0..<boxes {
      var (red, green, blue) = (sum[0], sum[1], sum[2])
      var line = start
      for _ in 0..<rows {
        var sample = line
        for _ in 0..<box {
          red &+= values[Int(sample[0])]
          green &+= greens[Int(sample[1])]
          blue &+= blues[Int(sample[2])]
          sample += pixel
        }
        line += stride
      }
      sum[0] = red
      sum[1] = green
      sum[2] = blue
      sum += 3
      start += box &* pixel
    }
  }

  private static func addGray(
    _ base: UnsafePointer<UInt8>, _ stride: Int, _ rows: Int, _ boxes: Int, _ box: Int,
    _ pixel: Int, _ values: UnsafePointer<UInt32>, _ sums: UnsafeMutablePointer<UInt32>
  ) {
    var start = base
    for index in 0..<boxes {
      var sum = sums[index]
      var line = start
      for _ in 0..<rows {
        var sample = line
        for _ in 0..<box {
          sum &+= values[Int(sample.pointee)]
          sample += pixel
        }
        line += stride
      }
      sums[index] = sum
      start += box &* pixel
    }
  }
}
