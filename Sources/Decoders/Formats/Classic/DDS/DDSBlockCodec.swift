import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// Reads block-compressed textures, a row of blocks at a time.
final class DDSBlockCodec: RowByRowCodec {
  private(set) var header: PictureHeader
  private(set) var missing: String?
  private let input: PictureInput
  private let file: DDSHeader
  private let blocks: DDSBlocks
  private let rowBytes: Int
  /// A stored row of blocks, and its four rows of pixels.
  private let stored: UnsafeMutableRawBufferPointer
  private let band: UnsafeMutableRawBufferPointer
  private var bandNumber: Int?
  var pass = RowPass()

  init(_ file: DDSHeader, _ blocks: DDSBlocks, of input: PictureInput) throws(CodecError) {
    var header = try file.header(input)
    self.input = input
    self.file = file
    self.blocks = blocks
    rowBytes = file.kind.rowBytes(file.size.width)
    let bandBytes = file.size.width * header.format.bytesPerPixel * 4
    try PictureInput.checkRow(max(bandBytes, rowBytes))
    header.memory = .streaming(rowBytes: bandBytes)
    header.skipsRows = true
    stored = .allocate(byteCount: rowBytes, alignment: 64)
    band = .allocate(byteCount: bandBytes, alignment: 64)
    self.header = header
    if case .dxt1 = blocks, header.hasAlpha, try !hasHoles() {
      self.header.hasAlpha = false
      self.header.format = RowFormat(channels: .rgb)
    }
    if header.isLight { self.header.headroom = try measuredHeadroom() }
  }

  deinit {
    stored.deallocate()
    band.deallocate()
  }

  private var bandCount: Int { (file.size.height + 3) / 4 }

  /// Bytes of blocks to search for alpha.
  private static let mostLookedThrough = 64 << 20

  /// True if any DXT1 block has transparent pixels, or the search would take too long.
  private func hasHoles() throws(CodecError) -> Bool {
    guard rowBytes * bandCount <= Self.mostLookedThrough else { return true }
    for number in 0..<bandCount {
      let done = try input.readBytes(at: file.start + number * rowBytes, into: stored)
      guard let base = stored.baseAddress else { return true }
      // Missing data is transparent too.
      guard done == rowBytes else { return true }
      for place in stride(from: 0, to: rowBytes, by: 8)
      where ColorBlock.hasHoles(base + place) {
        return true
      }
    }
    return false
  }

  /// The headroom, measured in evenly spaced rows of blocks.
  private func measuredHeadroom() throws(CodecError) -> Double {
    var meter = LightMeter()
    let wanted = min(bandCount, max(1, (1 << 20) / (4 * file.size.width)))
    for index in 0..<wanted {
      let number = index * bandCount / wanted
      guard try decodeBand(number) else { continue }
      let rows = min(4, file.size.height - 4 * number)
      guard let floats = band.baseAddress?.assumingMemoryBound(to: Float.self) else { continue }
      meter.add(floats, count: rows * file.size.width, step: 3)
    }
    return meter.headroom
  }

  func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    pass = RowPass(request.rows)
    bandNumber = nil
    return PassLayout(wholeRowsOf: header.size, for: request, rowsAtOnce: 4)
  }

  func read(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError) {
    if bandNumber != row / 4 {
      if try !decodeBand(row / 4) { missing = .endsTooEarly }
      bandNumber = row / 4
    }
    let bytes = file.size.width * header.format.bytesPerPixel
    let source = UnsafeRawBufferPointer(rebasing: band[row % 4 * bytes..<(row % 4 + 1) * bytes])
    UnsafeMutableRawBufferPointer(start: target, count: bytes).copyMemory(from: source)
  }

  /// Decodes a row of blocks; returns false if it is not complete in the file.
  private func decodeBand(_ number: Int) throws(CodecError) -> Bool {
    let done = try input.readBytes(at: file.start + number * rowBytes, into: stored)
    if done < rowBytes { band.initializeMemory(as: UInt8.self, repeating: 0) }
    if case .light(let isSigned) = blocks {
      decodeLight(isSigned: isSigned, count: done / 16)
    } else {
      decodeColors(count: done / blocks.bytes)
    }
    return done == rowBytes
  }

  private func decodeLight(isSigned: Bool, count: Int) {
    guard let base = stored.baseAddress, let target = band.baseAddress else { return }
    let (width, isLight) = (file.size.width, header.isLight)
    let (floats, words) = (
      target.assumingMemoryBound(to: Float.self), target.assumingMemoryBound(to: UInt16.self)
    )
    withUnsafeTemporaryAllocation(of: SIMD4<UInt16>.self, capacity: 16) { pixels in
      guard let block = pixels.baseAddress else { return }
      for column in 0..<count {
        BC6Block.decode(base + column * 16, isSigned: isSigned, into: block)
        for y in 0..<4 {
          for x in 0..<min(4, width - column * 4) {
            let place = (y * width + column * 4 + x) * 3
            for channel in 0..<3 {
              let light = Float(halfBits: block[y * 4 + x][channel])
              if isLight {
                floats[place + channel] = light
              } else {
                words[place + channel] = lightSample(light)
              }
            }
          }
        }
      }
    }
  }

  private func decodeColors(count: Int) {
    guard let base = stored.baseAddress, let target = band.baseAddress else { return }
    let (width, channels) = (file.size.width, header.format.channels.count)
    let samples = target.assumingMemoryBound(to: UInt8.self)
    withUnsafeTemporaryAllocation(of: SIMD4<UInt8>.self, capacity: 16) { pixels in
      guard let block = pixels.baseAddress else { return }
      for column in 0..<count {
        decode(base + column * blocks.bytes, into: block)
        let columns = min(4, width - column * 4)
        for y in 0..<4 {
          let row = samples + (y * width + column * 4) * channels
          for x in 0..<columns {
            let pixel = block[y &* 4 &+ x]
            for channel in 0..<channels { row[x &* channels &+ channel] = pixel[channel] }
          }
        }
      }
    }
    guard file.alpha == .premultiplied, channels == 4 else { return }
    header.format.divideByAlpha(target, 4 * width)
  }

  private func decode(_ bytes: UnsafeRawPointer, into block: UnsafeMutablePointer<SIMD4<UInt8>>) {
    switch blocks {
    case .dxt1: ColorBlock.colors(bytes, hasHole: true, into: block)
    case .dxt3:
      ColorBlock.colors(bytes + 8, hasHole: false, into: block)
      ColorBlock.alphas(bytes, into: block)
    case .dxt5:
      ColorBlock.colors(bytes + 8, hasHole: false, into: block)
      ColorBlock.channel(3, bytes, into: block)
    case .redInAlpha:
      ColorBlock.colors(bytes + 8, hasHole: false, into: block)
      ColorBlock.channel(0, bytes, into: block)
    case .one(let isSigned): ColorBlock.channel(0, bytes, isSigned: isSigned, into: block)
    case .two(let isSigned):
      block.update(repeating: SIMD4(0, 0, isSigned ? 128 : 0, 255), count: 16)
      ColorBlock.channel(0, bytes, isSigned: isSigned, into: block)
      ColorBlock.channel(1, bytes + 8, isSigned: isSigned, into: block)
    case .bc7: BC7Block.decode(bytes, into: block)
    case .light: break
    }
  }
}
