import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Well-known collections of pictures, if they are next to the project.
@Suite struct CorpusTests {
  private static let folder = "../shared/corpus"

  private static func files(in name: String) -> [String] {
    TemporaryFolder.names(in: "\(folder)/\(name)").filter { !$0.hasPrefix(".") }
  }

  private static func has(_ name: String) -> Bool { !files(in: name).isEmpty }

  /// The numbers of a flat JSON array.
  private static func numbers(_ name: String) -> [Int]? {
    guard let file = PictureFile(path: "\(folder)/pngsuite-pixels/\(name).json") else { return nil }
    let text = String(decoding: file.bytes, as: UTF8.self)
    return text.split { !$0.isNumber }.compactMap { Int($0) }
  }

  /// The value of a picture's gAMA chunk, found by its name; `nil` if there is none.
  private static func gamma(_ bytes: [UInt8]) -> Double? {
    let name = Array("gAMA".utf8)
    guard bytes.count > 12,
      let start = bytes.indices.dropLast(8).first(where: { Array(bytes[$0..<$0 + 4]) == name })
    else { return nil }
    return Double(bytes[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }) / 100_000
  }

  /// A sample's value on an sRGB display, by the picture's gamma.
  private static func shown(_ value: Double, gamma: Double?) -> Int {
    guard let gamma, gamma != 0.45455 else { return Int((value * 255).rounded()) }
    let light = pow(value, 1 / gamma)
    let encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return Int((encoded * 255).rounded())
  }

  @Test(.enabled(if: has("pngsuite"), "../shared/corpus/pngsuite is not there"))
  func pngSuiteDecodes() throws {
    let names = Self.files(in: "pngsuite").filter { $0.hasSuffix(".png") }
    #expect(names.count == 175)
    for name in names {
      let file = try #require(PictureFile(path: "\(Self.folder)/pngsuite/\(name)"))
      let stem = String(name.dropLast(4))
      if stem.hasPrefix("x") {
        expectRefusal(of: file, name)
      } else {
        try compare(file, stem)
      }
    }
  }

  private func expectRefusal(of file: PictureFile, _ name: String) {
    do {
      _ = try DecoderClient.decode(.png, file)
      Issue.record("\(name) was decoded")
    } catch let failure as CodecError {
      #expect(failure.code == .corrupt, "\(name): \(failure.sentence)")
    } catch {
      Issue.record("\(name): \(error)")
    }
  }

  private func compare(_ file: PictureFile, _ stem: String) throws {
    let deep = Self.numbers(stem)
    let expected = try #require(
      deep ?? Self.numbers(stem + "_to8"), "\(stem): no pixels to compare")
    let (info, pixels) = try DecoderClient.decode(.png, file)
    let count = info.size.width * info.size.height * 4
    try #require(expected.count == count && pixels.bytes.count == count, "\(stem)")
    let bytes = file.bytes
    let gamma = Self.gamma(bytes)
    // The samples have the picture's own depth unless they were reduced to eight bits.
    let most = Double(deep != nil && bytes[24] == 16 ? 65535 : 255)
    var worst = 0
    for index in 0..<count {
      let alpha = Double(expected[index / 4 * 4 + 3]) / most
      let value = Double(expected[index]) / most
      let wanted: Int
      if index % 4 == 3 {
        wanted = Int((alpha * 255).rounded())
      } else {
        wanted = Int((Double(Self.shown(value, gamma: gamma)) * alpha).rounded())
      }
      worst = max(worst, abs(Int(pixels.bytes[index]) - wanted))
    }
    // Without a curve and without alpha, nothing is rounded.
    let isExact = gamma == nil && !info.hasAlpha
    #expect(worst <= (isExact ? 0 : 1), "\(stem): off by \(worst), gamma \(gamma ?? 0)")
  }

  @Test(.enabled(if: has("exif-orientation"), "../shared/corpus/exif-orientation is not there"))
  func picturesInAllOrientationsLookTheSame() throws {
    for kind in ["Landscape", "Portrait"] {
      var first: Pixels?
      for number in 0...8 {
        let path = "\(Self.folder)/exif-orientation/\(kind)_\(number).jpg"
        let client = try DecoderClient(.jpeg, try #require(PictureFile(path: path)))
        let info = try client.open()
        let small = PixelSize(width: info.size.width / 8, height: info.size.height / 8)
        let pixels = try client.pixels(of: Level(size: small))
        if let first {
          #expect(pixels.size == first.size, "\(kind) \(number)")
          // They were rotated and recompressed: similar, not equal.
          let sum = zip(pixels.bytes, first.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
          let mean = Double(sum) / Double(first.bytes.count)
          #expect(mean < 4, "\(kind) \(number): \(mean)")
        } else {
          first = pixels
        }
      }
    }
  }

  @Test(.enabled(if: has("hostile/jpeg"), "../shared/corpus/hostile is not there"))
  func hostileFilesGiveAPictureOrASentence() throws {
    let folders: [(String, DecoderClient.Format)] = [
      ("jpeg", .jpeg), ("jpeg-bugs", .jpeg), ("png", .png),
    ]
    for (folder, format) in folders {
      for name in Self.files(in: "hostile/\(folder)") {
        let path = "\(Self.folder)/hostile/\(folder)/\(name)"
        let client = try DecoderClient(format, try #require(PictureFile(path: path)))
        do {
          let info = try client.open()
          let area = PixelRect(info.size).intersection(
            PixelRect(PixelSize(width: 512, height: 512)))
          _ = try client.pixels(of: Level(size: info.size), in: area)
          client.send(.close)
          #expect(client.process.waitForEnd() == .status(0), "\(name)")
        } catch let failure as CodecError {
          #expect(!failure.sentence.isEmpty && client.process.waitForEnd() == .status(1), "\(name)")
        } catch {
          // A decoder that doesn't answer would never end by itself.
          Issue.record("\(name): \(error), \(client.process.finish(limit: 1).end)")
        }
      }
    }
  }

  // MARK: Bitmaps

  /// The largest difference of a file's pixels from those of a PNG; `nil` if it can't be decoded.
  private func difference(_ path: String, _ expected: String) throws -> Int? {
    let png = try DecoderClient.decode(.png, try #require(PictureFile(path: expected))).1
    do {
      let file = try #require(PictureFile(path: path))
      return try DecoderClient.decode(.classic, file).1.difference(png)
    } catch is CodecError {
      return nil
    }
  }

  @Test(.enabled(if: has("bmpsuite-pixels"), "../shared/corpus/bmpsuite-pixels is not there"))
  func bitmapsLookAsInABrowser() throws {
    var count = 0
    var others: [String] = []
    for part in ["b", "g", "q"] {
      for name in Self.files(in: "bmpsuite/\(part)") {
        let expected = "\(Self.folder)/bmpsuite-pixels/\(name).png"
        guard access(expected, R_OK) == 0 else { continue }
        count += 1
        let difference = try difference("\(Self.folder)/bmpsuite/\(part)/\(name)", expected)
        if difference ?? 256 > 2 { others.append(name) }
      }
    }
    #expect(count == 82)
    // The browser shows nothing of a truncated row.
    #expect(others == ["shortfile.bmp"])
  }

  @Test(.enabled(if: has("reports"), "../shared/corpus/reports is not there"))
  func bitmapsFromBugReportsDecode() throws {
    let names = Self.files(in: "reports").filter { name in
      [".bmp", ".ico", ".tga"].contains { name.hasSuffix($0) }
    }
    #expect(names.count == 19)
    for name in names {
      let path = "\(Self.folder)/reports/\(name)"
      let difference = try difference(path, path + ".expect.png")
      #expect(difference ?? 256 <= 1, "\(name)")
    }
  }
}
