import Geometry

extension FormatSamples {
  /// Formats of Netpbm, Paintbrush, workstations and phones, with each way of storing pixels.
  static func unix() -> [PictureFile] {
    let writer = LongTailWriter(width: 67, height: 45)
    let samples = writer.samples()
    let bits = samples.prefix(67 * 45).map { $0 & 1 }
    let numbers = writer.numbers(below: 16)
    let body = writer.rows(2) { y in numbers[y * 67..<(y + 1) * 67].map { UInt8($0) } }
    let palette = (0..<16).map { [UInt8($0), UInt8($0 * 9), UInt8($0 * 16)] }
    return [
      writer.pnm(6, samples), writer.pnm(3, samples), writer.pbm(Array(bits)),
      writer.pam(writer.samples(isOpaque: false)),
      writer.pnm(5, most: 1023, writer.numbers(below: 1024)),
      writer.pnm(6, samples) + writer.pbm(Array(bits)),
      writer.pcx(samples),
      writer.pcx(bits: 1, planes: 4, palette: palette) { y, plane in
        writer.packed(
          numbers[y * 67..<(y + 1) * 67].map { UInt8($0 >> plane & 1) }, bits: 1)
      },
      writer.sgi(samples), writer.sgi(samples, isDeep: true),
      writer.sgiRuns(samples, channels: 4), writer.sgiRuns(samples, channels: 3, isDeep: true),
      writer.sun(samples), writer.sun(depth: 8, type: 2, writer.sunRuns(body)),
      writer.xbm(Array(bits)), writer.wbmp(Array(bits)),
      writer.xpm(
        writer.numbers(below: 4).map { UInt8($0) },
        palette: [[UInt8]](repeating: [9, 80, 200], count: 4)),
    ].map { PictureFile($0) }
  }
}
