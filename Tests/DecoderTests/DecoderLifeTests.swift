import CJPEG
import DecoderProtocol
import Geometry
import Glibc
import Platform
import TestSupport
import Testing
import Tiles

/// A decoder's messages and behaviour from start to end, for any input.
@Suite struct DecoderLifeTests {
  /// A JPEG of 24 megapixels, whose passes take long enough to be interrupted.
  private static let large: PictureFile = {
    var options = fresnel_jpeg_options.usual(width: 6000, height: 4000)
    options.color = FRESNEL_JPEG_GRAY
    var numbers = SeededNumbers(seed: 3)
    let row = (0..<6100).map { _ in UInt8.random(in: 0...255, using: &numbers) }
    var samples: [UInt8] = []
    samples.reserveCapacity(6000 * 4000)
    for y in 0..<4000 { samples += row[y % 100..<y % 100 + 6000] }
    return .jpeg(samples, options)
  }()

  private static let small = PictureFile.png(
    [UInt8](repeating: 200, count: 30 * 20 * 3), width: 30, height: 20, channels: 3)

  private func failure(_ format: DecoderClient.Format, _ bytes: [UInt8]) throws -> CodecError {
    let client = try DecoderClient(format, PictureFile(bytes))
    do {
      let info = try client.open()
      _ = try client.pixels(of: Level(size: info.size))
    } catch let failure as CodecError {
      #expect(client.process.waitForEnd() == .status(1))
      #expect(!failure.sentence.hasSuffix("."))
      return failure
    }
    throw DecoderClient.Unexpected(message: "the picture was decoded")
  }

  @Test func everyCancelledTileIsAnsweredOnce() throws {
    let client = try DecoderClient(.jpeg, Self.large)
    let level = Level(of: try client.open().size, scale: 0.25)
    var open: Set<UInt32> = []
    for row in 0..<3 {
      for column in 0..<5 {
        let key = TileKey(level: level, column: column, row: row)
        open.insert(client.request(key, slot: row * 5 + column))
      }
    }
    for id in open { client.send(.cancel(id: id)) }
    // One more request, to check that the decoder continues.
    let last = client.request(TileKey(level: level, column: 5, row: 3), slot: 20)
    var cancelled = 0
    while !open.isEmpty {
      switch try client.receive() {
      case .report(.tileReady(let id)): #expect(open.remove(id) != nil || id == last)
      case .report(.tileCancelled(let id)):
        cancelled += 1
        #expect(open.remove(id) != nil)
      case let other: Issue.record("unexpected: \(String(describing: other))")
      }
    }
    #expect(cancelled > 0)
    client.send(.cancel(id: last))
    client.send(.cancel(id: 999))  // never requested: no reply
    let answer = try client.receive()
    #expect(answer == .report(.tileReady(id: last)) || answer == .report(.tileCancelled(id: last)))
    client.send(.close)
    #expect(client.process.waitForEnd() == .status(0))
  }

  @Test func aClosedDecoderStopsInTheMiddleOfAPass() throws {
    let client = try DecoderClient(.jpeg, Self.large)
    let size = try client.open().size
    _ = client.request(TileKey(level: Level(of: size, scale: 0.04), column: 0, row: 0), slot: 0)
    client.send(.close)
    #expect(client.process.waitForEnd() == .status(0))
    #expect(try client.receive() == nil, "the tile was made all the same")
  }

  @Test func progressOnlyGrows() throws {
    let client = try DecoderClient(.jpeg, Self.large)
    let size = try client.open().size
    _ = try client.pixels(of: Level(of: size, scale: 0.1))
    #expect(client.progress == client.progress.sorted())
    #expect(client.progress.allSatisfy { (0...1).contains($0) })
  }

  @Test func theDecoderExitsWithTheViewer() throws {
    var client: DecoderClient? = try DecoderClient(.png, Self.small)
    _ = try client?.open()
    let process = client?.process
    client = nil
    #expect(process?.waitForEnd() == .status(0))
  }

  @Test func severalLevelsAreServedAtOnce() throws {
    let client = try DecoderClient(.png, Self.small)
    let size = try client.open().size
    var open: Set<UInt32> = []
    for step in 1...10 {
      let level = Level(of: size, scale: Double(step) / 10)
      open.insert(client.request(TileKey(level: level, column: 0, row: 0), slot: step))
    }
    while !open.isEmpty {
      guard case .report(.tileReady(let id))? = try client.receive() else { break }
      open.remove(id)
    }
    #expect(open.isEmpty)
    // The overlap repeats the edge: the first stored pixel of every slot has the picture's colour.
    for step in 1...10 {
      let pixel = (client.arena.base + step * TileShape.usual.slotBytes).load(as: UInt32.self)
      #expect(pixel == 0xFFC8_C8C8)
    }
  }

  @Test(arguments: ["level", "slot", "open", "nonsense"])
  func theDecoderExitsIfTheViewerBreaksTheProtocol(_ kind: String) throws {
    let client = try DecoderClient(.png, Self.small, slots: 4)
    let size = try client.open().size
    switch kind {
    case "level":
      let level = Level(size: PixelSize(width: size.width + 1, height: size.height))
      _ = client.request(TileKey(level: level, column: 0, row: 0), slot: 0)
    case "slot":
      _ = client.request(TileKey(level: Level(size: size), column: 0, row: 0), slot: 4)
    case "open":
      client.send(.open(OpenRequest(arenaBytes: 1, slotCount: 0, surfaceEdge: 1)))
    default:
      client.send(bytes: [1, 0, 0, 0, 77])
    }
    guard case .failure(let failure)? = try client.receive() else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == .other)
    #expect(client.process.waitForEnd() == .status(1))
  }

  /// The content of a small system file, or an empty text.
  private func text(_ path: String) -> String {
    guard let file = try? FileDescriptor.openForReading(Array(path.utf8)) else { return "" }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file.number, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  @Test(arguments: [DecoderClient.Format.png, .jpeg])
  func theSandboxIsCompleteBeforeTheHello(_ format: DecoderClient.Format) throws {
    let client = try DecoderClient(format, Self.small)
    guard case .hello(let hello)? = try client.receive() else {
      Issue.record("no hello")
      return
    }
    #expect(hello.version == WireFormat.version)
    #expect(hello.library == (format == .png ? "libpng" : "libjpeg-turbo"))
    #expect(hello.libraryVersion.contains("."))
    let folder = "/proc/\(client.process.pid)"
    let lines = text(folder + "/status").split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let nothing = "0000000000000000"
    for line in [
      "Seccomp: 2", "NoNewPrivs: 1", "Threads: 1", "CapPrm: \(nothing)", "CapEff: \(nothing)",
      "CapInh: \(nothing)", "CapAmb: \(nothing)",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(text(folder + "/oom_score_adj") == "1000\n")
    #expect(text(folder + "/cmdline").split(separator: "\0").count == 1)
    let limits = limits(of: client)
    // The size of the arena isn't known yet.
    let most = SharedMemory.mostBytes
    for limit in [
      "Max core file size 0 0", "Max file size \(most) \(most)", "Max open files 6 6",
    ] {
      #expect(limits.contains { $0.hasPrefix(limit) }, "\(limit)")
    }
    // Only root may inspect a process that isn't dumpable.
    guard let directory = opendir(folder + "/fd") else { return }
    defer { closedir(directory) }
    var names: Set<String> = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.insert(name)
    }
    #expect(names == [".", "..", "0", "1", "2", "3", "4", "5"])
  }

  /// The lines of a decoder's `/proc` limits.
  private func limits(of client: DecoderClient) -> [String] {
    text("/proc/\(client.process.pid)/limits").split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  @Test func theDecoderRefusesToWorkWithoutSeccomp() throws {
    let probe = [PipedProcess.built("fresnel-sandbox-probe"), "no-seccomp"]
    let client = try DecoderClient(.png, Self.small, through: probe)
    guard case .failure(let failure)? = try client.receive() else {
      Issue.record("it went on")
      return
    }
    #expect(failure.code == .sandbox)
    #expect(client.process.waitForEnd() == .status(1))
  }

  @Test func damagedPNGsGiveSentences() throws {
    let good = Self.small.bytes
    #expect(try failure(.png, []).code == .corrupt)
    #expect(try failure(.png, Array("not a picture at all".utf8)).code == .corrupt)
    // Without any pixels.
    let pixels = try #require(
      good.indices.dropLast(3).first { good[$0...].starts(with: Array("IDAT".utf8)) })
    #expect(try failure(.png, Array(good.prefix(pixels - 4))).code == .corrupt)
    #expect(try failure(.png, Array(good.prefix(pixels + 6))).code == .corrupt)
    // A wrong byte in the last chunk of pixels, which only its checksum reveals.
    var damaged = good
    damaged[good.count - 14] ^= 1
    #expect(try failure(.png, damaged).code == .corrupt)
  }

  @Test func damagedJPEGsGiveSentences() throws {
    var options = fresnel_jpeg_options.usual(width: 100, height: 100)
    options.color = FRESNEL_JPEG_GRAY
    let good = PictureFile.jpeg([UInt8](repeating: 9, count: 10_000), options).bytes
    let scan = try #require(
      good.indices.dropLast().first { good[$0] == 0xFF && good[$0 + 1] == 0xDA })
    #expect(try failure(.jpeg, []).code == .corrupt)
    #expect(try failure(.jpeg, [0xFF, 0xD8, 0xFF, 0xD9]).code == .corrupt)
    #expect(try failure(.jpeg, Array(good.prefix(scan))).code == .corrupt)
    // A scan's header without a scan.
    #expect(try failure(.jpeg, Array(good.prefix(scan + 10))).code == .corrupt)
    #expect(try failure(.jpeg, good.prefix(scan + 10) + [0xFF, 0xD9]).code == .corrupt)
  }

  @Test func tooManyScansAreRefused() throws {
    var options = fresnel_jpeg_options.usual(width: 64, height: 64)
    options.is_progressive = true
    let scene = JPEGPixelTests.scene(width: 64, height: 64)
    let bytes = PictureFile.jpeg(scene, options).bytes
    let scans = bytes.indices.dropLast(3).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    // The first scan repeated: what follows the last bits of a picture is not read.
    let table = try #require(
      (scans[0]..<scans[1]).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
    let scan = Array(bytes[scans[0]..<table])
    let many = bytes[..<table] + (0..<600).flatMap { _ in scan } + bytes[table...]
    let failure = try failure(.jpeg, Array(many))
    #expect(failure.code == .corrupt)
    #expect(failure.sentence.contains("too many scans"))
  }

  @Test func picturesThatNeedTooMuchMemoryAreRefused() throws {
    let wide = RawPNG(width: 1 << 25, height: 1, colorType: 0, depth: 8)
    #expect(try failure(.png, header(of: wide)).code == .tooLarge)
    let interlaced = RawPNG(
      width: 30_000, height: 30_000, colorType: 6, depth: 8, isInterlaced: true)
    #expect(try failure(.png, header(of: interlaced)).code == .tooLarge)
    // Without interlacing, this size is streamed, and fails only at its missing rows.
    let streaming = RawPNG(width: 30_000, height: 30_000, colorType: 6, depth: 8)
    let client = try DecoderClient(.png, PictureFile(header(of: streaming)))
    #expect(try client.open().size == PixelSize(width: 30_000, height: 30_000))
  }

  /// A file that ends where its pixels would begin.
  private func header(of png: RawPNG) -> [UInt8] {
    var kind = png
    kind.width = 1
    kind.height = 1
    var file = kind.file([0, 0, 0, 0])
    let fields =
      RawPNG.big(png.width) + RawPNG.big(png.height)
      + [UInt8(png.depth), UInt8(png.colorType), 0, 0, png.isInterlaced ? 1 : 0]
    file.replaceSubrange(8..<33, with: RawPNG.chunk("IHDR", fields))
    return file
  }
}
