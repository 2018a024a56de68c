import Geometry

/// QOI files that use each kind of chunk where it applies.
struct QOIWriter {
  let size: PixelSize

  /// A file with three or four samples per pixel.
  func file(_ samples: [UInt8], channels: Int, isLinear: Bool = false) -> [UInt8] {
    var file = Array("qoif".utf8) + LongTailWriter.big(size.width, 4)
    file += LongTailWriter.big(size.height, 4) + [UInt8(channels), isLinear ? 1 : 0]
    var seen = [[UInt8]](repeating: [0, 0, 0, 0], count: 64)
    var last: [UInt8] = [0, 0, 0, 255]
    var run = 0
    func endRun() {
      if run > 0 { file.append(0xC0 | UInt8(run - 1)) }
      run = 0
    }
    for start in stride(from: 0, to: samples.count, by: channels) {
      let pixel = Array(samples[start..<start + channels]) + (channels == 3 ? [255] : [])
      if pixel == last {
        run += 1
        if run == 62 { endRun() }
        continue
      }
      endRun()
      let factors = [3, 5, 7, 11]
      let hash = zip(pixel, factors).reduce(0) { $0 + Int($1.0) * $1.1 } % 64
      file += seen[hash] == pixel ? [UInt8(hash)] : chunk(pixel, after: last)
      seen[hash] = pixel
      last = pixel
    }
    endRun()
    return file + [0, 0, 0, 0, 0, 0, 0, 1]
  }

  private func chunk(_ pixel: [UInt8], after last: [UInt8]) -> [UInt8] {
    guard pixel[3] == last[3] else { return [0xFF] + pixel }
    let steps = (0..<3).map { Int(Int8(bitPattern: pixel[$0] &- last[$0])) }
    if steps.allSatisfy({ (-2...1).contains($0) }) {
      return [0x40 | UInt8(steps[0] + 2) << 4 | UInt8(steps[1] + 2) << 2 | UInt8(steps[2] + 2)]
    }
    let (red, blue) = (steps[0] - steps[1], steps[2] - steps[1])
    if (-32...31).contains(steps[1]), (-8...7).contains(red), (-8...7).contains(blue) {
      return [0x80 | UInt8(steps[1] + 32), UInt8(red + 8) << 4 | UInt8(blue + 8)]
    }
    return [0xFE] + pixel.prefix(3)
  }
}
