import CJPEG
import TestSupport
import Testing

/// The colour settings, tested with `fresnel render`.
@Suite struct ColourSettingTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.folders("config/fresnel")
  }

  private func preferences(_ lines: String) throws -> [String: String?] {
    try folder.file("config/fresnel/config.toml", Array(lines.utf8))
    return ["XDG_CONFIG_HOME": folder["config"]]
  }

  /// A JPEG of one colour, with a profile or an XMP packet.
  private static func jpeg(
    _ color: [UInt8], width: Int, height: Int, icc: [UInt8] = [], xmp: String = ""
  ) -> [UInt8] {
    var options = fresnel_jpeg_options()
    options.width = UInt32(width)
    options.height = UInt32(height)
    options.color = FRESNEL_JPEG_RGB
    options.quality = 100
    options.horizontal = 1
    options.vertical = 1
    let samples = (0..<width * height).flatMap { _ in color }
    guard let writer = fresnel_jpeg_writer_create_in_memory() else { return [] }
    defer { fresnel_jpeg_writer_destroy(writer) }
    return icc.withUnsafeBufferPointer { icc in
      Array(xmp.utf8).withUnsafeBufferPointer { xmp in
        options.icc = icc.isEmpty ? nil : icc.baseAddress
        options.icc_count = icc.count
        options.xmp = xmp.isEmpty ? nil : xmp.baseAddress
        options.xmp_count = xmp.count
        _ = fresnel_jpeg_writer_start(writer, &options)
        _ = fresnel_jpeg_writer_write_rows(writer, samples, width * 3, UInt32(height))
        _ = fresnel_jpeg_writer_finish(writer)
        var count = 0
        guard let bytes = fresnel_jpeg_writer_bytes(writer, &count) else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
      }
    }
  }

  @Test func renderAppliesTheRenderingIntent() throws {
    let file = try folder.file(
      "scan.jpg",
      Self.jpeg([255, 255, 255], width: 20, height: 20, icc: DeviceProfile.yellowishScanner()))
    func blue(_ lines: String) throws -> UInt32 {
      try RenderRun.pixels(file, in: folder, environment: try preferences(lines))[9, 9] & 255
    }
    #expect(try blue("") >= 254)
    #expect(try blue("rendering-intent = \"relative\"\n") >= 254)
    #expect(try blue("rendering-intent = \"absolute\"\n") < 240)
  }

  @Test func cutAppliesTheRenderingIntent() throws {
    let file = try folder.file(
      "scan.jpg",
      Self.jpeg([255, 255, 255], width: 20, height: 20, icc: DeviceProfile.yellowishScanner()))
    func tiles(_ name: String, _ lines: String) throws -> [[UInt8]] {
      let process = try CutRun.start(
        file, ["--format", "png"], output: folder["\(name).dzi"],
        environment: try preferences(lines))
      #expect(process.wait(limit: RunningViewer.timeout) == .status(0))
      #expect(process.standardError == "")
      let files = try CutRun.files(below: folder["\(name)_files"])
      return files.sorted { $0.key < $1.key }.map(\.value)
    }
    let relative = try tiles("relative", "rendering-intent = \"relative\"\n")
    let absolute = try tiles("absolute", "rendering-intent = \"absolute\"\n")
    #expect(!relative.isEmpty && relative.count == absolute.count && relative != absolute)
  }

  private static func packet(_ attributes: String) -> String {
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
      + "xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\" \(attributes)/>"
      + "</rdf:RDF></x:xmpmeta>"
  }

  @Test func renderAppliesGainMapsByTheirSetting() throws {
    let base = Self.jpeg([188, 188, 188], width: 40, height: 20, xmp: Self.packet(""))
    let map = Self.jpeg(
      [255, 255, 255], width: 10, height: 5,
      xmp: Self.packet(
        "hdrgm:GainMapMin=\"0\" hdrgm:GainMapMax=\"2\" hdrgm:Gamma=\"1\" hdrgm:OffsetSDR=\"0\" "
          + "hdrgm:OffsetHDR=\"0\" hdrgm:HDRCapacityMin=\"0\" hdrgm:HDRCapacityMax=\"2\""))
    let file = try folder.file("ultra.jpg", base + map)
    func grey(_ lines: String, _ stops: String) throws -> Int {
      let environment = try preferences("tone-mapping = \"clip\"\n" + lines)
      let options = ["--exposure", stops]
      return Int(
        try RenderRun.pixels(file, options, in: folder, environment: environment)[9, 9] & 255)
    }
    #expect(try grey("", "0") == 188)
    // Two stops of gain turn half of white into twice white, which clips; two stops less of
    // exposure turn it back.
    #expect(try grey("gain-maps = 2\n", "0") == 255)
    #expect(abs(try grey("gain-maps = 2\n", "-2") - 188) <= 1)
    #expect(abs(try grey("gain-maps = 1\n", "-1") - 188) <= 1)
  }
}
