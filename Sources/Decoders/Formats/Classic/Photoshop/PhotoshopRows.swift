import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Interleaves the rows of a merged picture's channels into pixels.
struct PhotoshopRows: Sendable {
  let format: RowFormat
  private let size: PixelSize
  private let mode: PhotoshopHeader.Mode
  private let depth: Int
  private let colorCount: Int
  private let rowBytes: Int
  private let isTransparent: Bool
  private let isLight: Bool
  /// True if the colours are composited on white, as Photoshop does with transparent pictures.
  var isOnWhite = false
  /// The palette of an indexed picture.
  private let table: [SIMD4<UInt8>]

  init(_ file: PhotoshopHeader, isLight: Bool) {
    size = file.size
    mode = file.mode
    depth = file.depth
    colorCount = file.colorCount
    rowBytes = file.rowBytes
    isTransparent = file.isTransparent
    self.isLight = isLight
    let hasAlpha = file.isTransparent
    let deep = depth == 32 ? (isLight ? 32 : 16) : max(depth, 8)
    var table: [SIMD4<UInt8>] = []
    switch mode {
    case .bitmap: format = RowFormat(channels: .gray)
    case .gray, .duotone: format = RowFormat(channels: hasAlpha ? .grayAlpha : .gray, depth: deep)
    case .indexed:
      let hole = file.resources.transparentIndex
      table = (0..<256).map { number in
        func sample(_ channel: Int) -> UInt8 {
          let place = channel * 256 + number
          return place < file.table.count ? file.table[place] : 0
        }
        return SIMD4(sample(0), sample(1), sample(2), number == hole ? 0 : 255)
      }
      format = RowFormat(channels: hole.map { $0 < 256 } == true ? .rgba : .rgb)
    case .rgb: format = RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: deep)
    case .cmyk: format = RowFormat(channels: hasAlpha ? .cmyka : .cmyk, depth: deep)
    case .multichannel: format = RowFormat(channels: .rgb, depth: deep)
    case .lab: format = RowFormat(channels: hasAlpha ? .rgba : .rgb, depth: 16)
    }
    self.table = table
  }

  /// Makes a row of pixels from the contiguous rows of its channels.
  func convert(_ planes: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    let bytes = target.assumingMemoryBound(to: UInt8.self)
    switch (mode, depth) {
    case (.bitmap, 1):
      for x in 0..<size.width { bytes[x] = planes[x / 8] << UInt8(x % 8) & 128 == 0 ? 255 : 0 }
    case (.indexed, _):
      let count = format.channels.count
      for x in 0..<size.width {
        let color = table[Int(planes[x])]
        for channel in 0..<count { bytes[x * count + channel] = color[channel] }
      }
    case (.lab, 8):
      convert(planes, target.assumingMemoryBound(to: UInt16.self), most: 65535) {
        UInt16(planes[$0]) &* 257
      }
    case (_, 8):
      convert(planes, bytes, most: 255) { planes[$0] }
    case (_, 16):
      convert(planes, target.assumingMemoryBound(to: UInt16.self), most: 65535) {
        planes.loadUnaligned(fromByteOffset: $0, as: UInt16.self).bigEndian
      }
    default: convertFloats(planes, target)
    }
  }

  private func convert<Sample: FixedWidthInteger & UnsignedInteger>(
    _ planes: UnsafeRawBufferPointer, _ target: UnsafeMutablePointer<Sample>, most: Int,
    _ load: (Int) -> Sample
  ) {
    let (step, width) = (depth / 8, size.width)
    if mode == .multichannel {
      mixInks(target, most: most, load)
      return
    }
    let count = format.channels.count
    for channel in 0..<count {
      let start = channel * rowBytes
      for x in 0..<width { target[x &* count &+ channel] = load(start &+ x &* step) }
    }
    if isTransparent, isOnWhite, format.channels.hasAlpha {
      takeOffWhite(target, count: count, most: most)
    }
    switch mode {
    case .cmyk:
      // Stored inverted: 0 is full ink.
      for x in 0..<width {
        for ink in x &* count..<x &* count &+ 4 { target[ink] = ~target[ink] }
      }
    case .lab where depth == 16:
      // The midpoint of a and b is 32768 in Photoshop, and 32896 in profiles.
      for x in 0..<width {
        for channel in x * count + 1..<x * count + 3 {
          target[channel] = Sample(min(Int(target[channel]) * 257 / 256, most))
        }
      }
    default: break
    }
  }

  /// Removes the white background, using the pixel's alpha.
  private func takeOffWhite<Sample: FixedWidthInteger>(
    _ target: UnsafeMutablePointer<Sample>, count: Int, most: Int
  ) {
    let middle = (most + 1) / 2
    for x in 0..<size.width {
      let pixel = target + x &* count
      let alpha = Int(pixel[count &- 1])
      guard alpha > 0, alpha < most else { continue }
      for channel in 0..<count - 1 {
        // White is the maximum, except for Lab's a and b, where it is the middle.
        let white = mode == .lab && channel > 0 ? middle : most
        let distance = ((white - Int(pixel[channel])) * most) / alpha
        pixel[channel] = Sample(min(max(white - distance, 0), most))
      }
    }
  }

  /// Mixes inks with unknown names as cyan, magenta, yellow and black; a single one is grey.
  private func mixInks<Sample: FixedWidthInteger>(
    _ target: UnsafeMutablePointer<Sample>, most: Int, _ load: (Int) -> Sample
  ) {
    let step = depth / 8
    for x in 0..<size.width {
      func paper(_ ink: Int) -> Int {
        ink < colorCount ? Int(load(ink * rowBytes + x * step)) : most
      }
      for channel in 0..<3 {
        let light = colorCount == 1 ? paper(0) : (paper(channel) * paper(3) + most / 2) / most
        target[x * 3 + channel] = Sample(light)
      }
    }
  }

  private func convertFloats(_ planes: UnsafeRawBufferPointer, _ target: UnsafeMutableRawPointer) {
    let count = format.channels.count
    func light(_ channel: Int, _ x: Int) -> Float {
      let place = channel &* rowBytes &+ x &* 4
      return Float(
        bitPattern: planes.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian)
    }
    let alphaChannel = format.channels.hasAlpha ? count - 1 : nil
    for x in 0..<size.width {
      let alpha = alphaChannel.map { min(max(light($0, x), 0), 1) } ?? 1
      for channel in 0..<count {
        var value = channel == alphaChannel ? alpha : light(channel, x)
        if isOnWhite, channel != alphaChannel, alpha > 0, alpha < 1 {
          value = max(0, 1 - (1 - value) / alpha)
        }
        if isLight {
          target.storeBytes(of: value, toByteOffset: (x &* count &+ channel) &* 4, as: Float.self)
        } else {
          target.storeBytes(
            of: lightSample(value), toByteOffset: (x &* count &+ channel) &* 2, as: UInt16.self)
        }
      }
    }
  }

  /// False if a row has colours that compositing on white can't produce: darker than the white
  /// showing through.
  ///
  /// Some programs write such colours.
  func canBeOnWhite(_ planes: UnsafeRawBufferPointer) -> Bool {
    guard isTransparent, depth > 1 else { return true }
    func share(_ channel: Int, _ x: Int) -> Float {
      let place = channel * rowBytes + x * depth / 8
      switch depth {
      case 8: return Float(planes[place]) / 255
      case 16:
        return Float(planes.loadUnaligned(fromByteOffset: place, as: UInt16.self).bigEndian) / 65535
      default:
        return Float(
          bitPattern: planes.loadUnaligned(fromByteOffset: place, as: UInt32.self).bigEndian)
      }
    }
    // For Lab only the lightness is checked.
    let colors = mode == .lab ? 1 : colorCount
    return (0..<size.width).allSatisfy { x in
      let through = 1 - share(colorCount, x) - 0.02
      return (0..<colors).allSatisfy { share($0, x) >= through }
    }
  }
}
