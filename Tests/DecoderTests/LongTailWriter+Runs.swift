import Geometry

/// Run-length encodings of workstation formats.
extension LongTailWriter {
  /// A run-length encoded SGI file of the first channels of four samples per pixel.
  ///
  /// Equal rows share their bytes; `overlong` runs extend beyond their row.
  func sgiRuns(
    _ samples: [UInt8], channels: Int, isDeep: Bool = false, overlong: Bool = false
  ) -> [UInt8] {
    let (width, height) = (size.width, size.height)
    var file: [UInt8] = [0x01, 0xDA, 1, isDeep ? 2 : 1] + Self.big(channels > 1 ? 3 : 2, 2)
    file += Self.big(width, 2) + Self.big(height, 2) + Self.big(channels, 2) + Self.big(0, 4)
    file += Self.big(isDeep ? 65535 : 255, 4) + [UInt8](repeating: 0, count: 512 - 20)
    var (starts, lengths, body): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    let first = 512 + 8 * height * channels
    var known: [[UInt8]: Int] = [:]
    for channel in 0..<channels {
      for y in (0..<height).reversed() {
        let row = (0..<width).map { samples[(y * width + $0) * 4 + channel] }
        let runs = sgiRow(row, isDeep: isDeep, overlong: overlong)
        let place = known[runs] ?? first + body.count
        if known[runs] == nil { body += runs }
        known[runs] = place
        starts += Self.big(place, 4)
        lengths += Self.big(runs.count, 4)
      }
    }
    return file + starts + lengths + body
  }

  private func sgiRow(_ row: [UInt8], isDeep: Bool, overlong: Bool) -> [UInt8] {
    // 16 bits are the 8 bits twice; run counts are in the low byte.
    func sample(_ value: UInt8) -> [UInt8] { isDeep ? [value, value] : [value] }
    func head(_ value: Int) -> [UInt8] { isDeep ? [0, UInt8(value)] : [UInt8(value)] }
    var runs: [UInt8] = []
    for x in stride(from: 0, to: row.count, by: 5) {
      let part = row[x..<min(x + 5, row.count)]
      if Set(part).count == 1 {
        let count = overlong && x + 5 >= row.count ? 127 : part.count
        runs += head(count) + sample(part[x])
      } else {
        runs += head(0x80 | part.count) + part.flatMap(sample)
      }
    }
    return runs + head(0)
  }

  /// Sun's runs, which ignore row boundaries.
  func sunRuns(_ bytes: [UInt8]) -> [UInt8] {
    var runs: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let count = bytes[place...].prefix(256).prefix { $0 == byte }.count
      if count > 2 {
        runs += [0x80, UInt8(count - 1), byte]
      } else if byte == 0x80 {
        runs += count == 1 ? [0x80, 0] : [0x80, 1, 0x80]
      } else {
        runs += [UInt8](repeating: byte, count: count)
      }
      place += count
    }
    return runs
  }

  /// PCX's runs, which ignore row boundaries.
  func pcxRuns(_ bytes: [UInt8]) -> [UInt8] {
    var runs: [UInt8] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      let count = bytes[place...].prefix(63).prefix { $0 == byte }.count
      runs += count > 1 || byte >= 0xC0 ? [0xC0 | UInt8(count), byte] : [byte]
      place += count
    }
    return runs
  }
}
