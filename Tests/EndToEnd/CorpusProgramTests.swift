import Geometry
import Glibc
import TestSupport
import Testing

/// Renders well-known picture collections, if they are beside the project.
@Suite struct CorpusProgramTests {
  static let corpus = "../shared/corpus"
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static func has(_ name: String) -> Bool { access("\(corpus)/\(name)", R_OK) == 0 }

  /// Renders many files, a few at a time, and passes each finished run to `body`.
  private func renderAll(
    _ files: [String], _ options: [String] = [],
    _ body: (_ file: String, _ process: TestProcess, _ output: String) throws -> Void
  ) throws {
    var waiting: [(file: String, process: TestProcess, output: String)] = []
    for (index, file) in files.enumerated() {
      let output = folder["\(index).png"]
      waiting.append((file, try RenderRun.start(file, options, output: output), output))
      guard waiting.count == 4 || index == files.count - 1 else { continue }
      for run in waiting {
        _ = run.process.wait(limit: RunningViewer.timeout)
        try body(run.file, run.process, run.output)
        unlink(run.output)
      }
      waiting.removeAll()
    }
  }

  // MARK: PngSuite

  @Test(.enabled(if: has("pngsuite"), "../shared/corpus/pngsuite is not there"))
  func pngSuiteRenders() throws {
    let names = try listing("pngsuite").filter { $0.hasSuffix(".png") }
    #expect(names.count == 175)
    try renderAll(names.map { "\(Self.corpus)/pngsuite/\($0)" }) { file, process, output in
      let stem = String(file.split(separator: "/").last?.dropLast(4) ?? "")
      if stem.hasPrefix("x") {
        #expect(process.exit == .status(1), "\(stem) was not refused")
        #expect(process.standardError.hasPrefix("fresnel: \(file): "), "\(stem)")
      } else if process.exit == .status(0) {
        try compare(try PixelGrid(png: output), with: file, stem)
      } else {
        Issue.record("\(stem): \(process.standardError)")
      }
    }
  }

  private func compare(_ grid: PixelGrid, with file: String, _ stem: String) throws {
    let bytes = try TemporaryFolder.contents(of: file)
    let eight = !Self.has("pngsuite-pixels/\(stem).json")
    let samples = try numbers("pngsuite-pixels/\(stem)\(eight ? "_to8" : "").json")
    try #require(samples.count == grid.words.count * 4, "\(stem)")
    let most = Double(!eight && bytes[24] == 16 ? 65535 : 255)
    let gamma = Self.gamma(bytes)
    var worst = 0.0
    for (index, word) in grid.words.enumerated() {
      let alpha = (Double(samples[index * 4 + 3]) / most * 255).rounded()
      worst = max(worst, abs(Double(word >> 24) - alpha))
      for (channel, shift) in [UInt32(16), 8, 0].enumerated() {
        let value = Double(samples[index * 4 + channel]) / most
        let wanted = Self.shown(value, gamma: gamma)
        // Weighted by alpha: a nearly transparent pixel has lost most of its colour's precision.
        worst = max(worst, abs(Double(word >> shift & 255) - wanted) * alpha / 255)
      }
    }
    let isOpaque = grid.words.allSatisfy { $0 >> 24 == 255 }
    // Straight alpha is rounded twice.
    #expect(
      worst <= (isOpaque ? (gamma == nil ? 0 : 1) : 1.5), "\(stem): off by \(worst)")
  }

  /// The value of a PNG's gAMA chunk; `nil` if it has none.
  private static func gamma(_ bytes: [UInt8]) -> Double? {
    let name = Array("gAMA".utf8)
    guard let start = bytes.indices.dropLast(8).first(where: { Array(bytes[$0..<$0 + 4]) == name })
    else { return nil }
    return Double(bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }) / 100_000
  }

  /// A sample's value on an sRGB display, by the picture's own gamma.
  private static func shown(_ value: Double, gamma: Double?) -> Double {
    guard let gamma, gamma != 0.45455 else { return (value * 255).rounded() }
    let light = pow(value, 1 / gamma)
    let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return (encoded * 255).rounded()
  }

  // MARK: Orientations

  @Test(
    .enabled(if: has("exif-orientation"), "../shared/corpus/exif-orientation is not there"),
    arguments: ["Landscape", "Portrait"])
  func picturesInAllOrientationsRenderUpright(kind: String) throws {
    let files = (0...8).map { "\(Self.corpus)/exif-orientation/\(kind)_\($0).jpg" }
    var first: PixelGrid?
    try renderAll(files, ["--size", "300x300"]) { file, process, output in
      try #require(process.exit == .status(0), "\(process.standardError)")
      let grid = try PixelGrid(png: output)
      let quality = first.map { grid.psnr($0) } ?? .infinity
      // The files were turned and recompressed: other programs' reductions of them agree to 28 dB,
      // and a picture on its side to less than 15 dB.
      #expect(quality >= 25, "\(file): \(quality) dB")
      first = first ?? grid
    }
  }

  // MARK: Files

  private func listing(_ name: String) throws -> [String] {
    let names = TemporaryFolder.names(in: "\(Self.corpus)/\(name)")
    try #require(!names.isEmpty)
    return names
  }

  /// The numbers of a flat JSON array.
  private func numbers(_ name: String) throws -> [Int] {
    var numbers: [Int] = []
    var number: Int?
    for byte in try TemporaryFolder.contents(of: "\(Self.corpus)/\(name)") {
      if (48...57).contains(byte) {
        number = (number ?? 0) * 10 + Int(byte - 48)
      } else if let known = number {
        numbers.append(known)
        number = nil
      }
    }
    return numbers
  }
}
