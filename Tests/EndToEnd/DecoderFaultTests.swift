import Geometry
import Glibc
import TestSupport
import Testing

/// Decoders that crash, lie or are missing: the viewer continues.
@Suite(.enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct DecoderFaultTests {
  let folder: TemporaryFolder
  let picture = CoordinatePicture.grid(1200, 900)

  init() throws { folder = try TemporaryFolder() }

  @Test func aDecoderKilledAtRestRestarts() throws {
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(["--geometry", "400x300", file])
    viewer.expectTitle { $0.contains("33 %") }
    let whole = try viewer.settled()
    let decoders = viewer.decoders()
    try #require(decoders.count == 1)
    kill(decoders[0], SIGKILL)
    #expect(waitUntil(RunningViewer.timeout) { !ProcessFamily.isAlive(decoders[0]) })
    #expect(try viewer.settled() == whole)
    viewer.point(atX: 200, y: 150)
    viewer.type("1")
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 400, minY: 300, maxX: 800, maxY: 600)), "sharp again")
    viewer.type("0")
    viewer.expect(whole)
    #expect(viewer.quit() == .status(0))
  }

  @Test func aDecoderKilledAtWorkRestarts() throws {
    let file = try folder.picture("map.png", picture)
    let viewer = try RunningViewer(["--geometry", "400x300", file])
    viewer.expectTitle { $0.contains("33 %") }
    let whole = try viewer.settled()
    viewer.point(atX: 200, y: 150)
    viewer.type("1")
    // The kill hits the decoder during its work, or just before or after it.
    for decoder in viewer.decoders() { kill(decoder, SIGKILL) }
    viewer.expect(
      picture.cropped(to: PixelRect(minX: 400, minY: 300, maxX: 800, maxY: 600)), "sharp")
    viewer.type("0")
    viewer.expect(whole)
  }

  // MARK: An evil decoder in place of the JPEG decoder

  static let faults = [
    ("crash:segv@start", "crash"), ("crash:ill@header", "crash"), ("crash:abort@tile", "crash"),
    ("crash:exit0@header", "ended"), ("crash:exit1@tile", "ended"),
    ("crash:sys@header", "forbidden"), ("claim:width=0;height=100", "protocol"),
    ("claim:width=4294967295;height=4294967295", "protocol"), ("proto:version", "protocol"),
    ("proto:oversized", "protocol"), ("proto:unknown", "protocol"), ("proto:truncated", "ended"),
    ("unrequested:", "protocol"), ("fds:2", "protocol"), ("flood:stderr", "too many errors"),
    ("failure:2,\u{1B}[31mNo such\nthing", "No such"),
  ]

  @Test func eachFaultGivesOneSentenceAndTheNextFileOpens() throws {
    let program = try folder.evilInstallation()
    let good = try folder.picture("good.png", CoordinatePicture.grid(400, 300))
    let server = try XServer()
    for (index, (fault, _)) in Self.faults.enumerated() {
      let bad = try folder.evilFile("bad-\(index).jpg", fault)
      // There is no other picture to open: the sentence goes to standard error.
      let alone = try server.run(program, [bad, folder["none.png"]])
      #expect(alone.wait(limit: RunningViewer.timeout) == .status(1), "\(fault)")
      let sentence = alone.standardError.split(separator: "\n").first ?? ""
      #expect(sentence.hasPrefix("fresnel: \(bad): "), "\(fault): \(sentence)")
      #expect(sentence.contains(Self.faults[index].1), "\(fault): \(sentence)")
      #expect(sentence.utf8.allSatisfy { $0 >= 32 }, "\(fault)")
      #expect(alone.standardError.split(separator: "\n").count == 2, "\(alone.standardError)")
    }
    // One window opens the good file after all the bad ones.
    var files = [good]
    for index in Self.faults.indices { files.append(folder["bad-\(index).jpg"]) }
    let viewer = try RunningViewer(files, on: server, program: program)
    viewer.expect(CoordinatePicture.grid(400, 300))
    for index in Self.faults.indices {
      viewer.type(32)
      viewer.expectTitle { $0.hasPrefix("bad-\(index).jpg — ") }
      let isTold = waitUntil(RunningViewer.timeout) { viewer.showsText }
      #expect(isTold, "\(Self.faults[index].0): no sentence in the window")
    }
    viewer.type(Key.home)
    viewer.expect(CoordinatePicture.grid(400, 300))
    viewer.waitUntilQuiet()
    #expect(viewer.decoders().count <= 1, "no bad decoder is left")
    #expect(viewer.quit() == .status(0))
  }

  /// cfitsio divides by the edge of compressed tiles before the decoder can validate it.
  @Test func aLibraryCrashGivesOneSentence() throws {
    func block(_ cards: [String]) -> String {
      let text = (cards + ["END"]).map { $0.padding(to: 80) }.joined()
      return text.padding(to: (text.utf8.count + 2879) / 2880 * 2880)
    }
    func card(_ name: String, _ value: Any) -> String {
      name.padding(to: 8) + "= " + "\(value)".padding(to: 20)
    }
    let picture = [("ZIMAGE", "T"), ("ZCMPTYPE", "'RICE_1  '")].map { card($0.0, $0.1) }
    let numbers = [
      ("ZBITPIX", 16), ("ZNAXIS", 2), ("ZNAXIS1", 40), ("ZNAXIS2", 1), ("ZTILE1", 0),
      ("ZTILE2", 1),
    ].map { card($0.0, $0.1) }
    let table = [
      card("XTENSION", "'BINTABLE'"), card("BITPIX", 8), card("NAXIS", 2), card("NAXIS1", 8),
      card("NAXIS2", 1), card("PCOUNT", 0), card("GCOUNT", 1), card("TFIELDS", 1),
      card("TTYPE1", "'COMPRESSED_DATA'"), card("TFORM1", "'1PB(0)  '"),
    ]
    let primary = block([card("SIMPLE", "T"), card("BITPIX", 8), card("NAXIS", 0)])
    let data = [UInt8](repeating: 0, count: 2880)
    let bad = try folder.file(
      "bad.fits", Array((primary + block(table + picture + numbers)).utf8) + data)
    let good = try folder.picture("good.png", CoordinatePicture.grid(400, 300))

    let alone = try RenderRun.start(bad, output: folder["out.png"])
    #expect(alone.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(alone.standardError.hasPrefix("fresnel: \(bad): "))
    #expect(alone.standardError.split(separator: "\n").count == 1, "\(alone.standardError)")

    let viewer = try RunningViewer([good, bad])
    viewer.expect(CoordinatePicture.grid(400, 300))
    viewer.type(32)
    viewer.expectTitle { $0.hasPrefix("bad.fits — ") }
    #expect(waitUntil(RunningViewer.timeout) { viewer.showsText }, "no sentence in the window")
    viewer.type(Key.home)
    viewer.expect(CoordinatePicture.grid(400, 300))
    #expect(viewer.quit() == .status(0))
  }

  @Test func aMissingDecoderIsNamed() throws {
    let program = try folder.evilInstallation(hasEvil: false)
    let server = try XServer()
    let file = try folder.evilFile("a.jpg", "honest:")
    let process = try server.run(program, [file])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    #expect(process.standardError.hasPrefix("fresnel: \(file): "))
    #expect(process.standardError.contains("fresnel-decode-jpeg"))
  }
}

extension String {
  /// The text padded with blanks to `count` bytes.
  fileprivate func padding(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - utf8.count))
  }
}
