import CJP2
import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import JP2Reading
import TestSupport
import Testing
import Tiles

/// Files that are rewritten in place while they are open: a decoder answers with tiles or
/// sentences, and never ends by a signal.
///
/// Decoders run with glibc's heap checks, so that an overrun by one byte ends them. `Scripts/fuzz`
/// runs more cases; the tests run a small part, the same every time.
@Suite struct ChangedFileTests {
  /// The sentence about a file that changed.
  private static let sentence = "the file changed while it was read"

  /// Settings that fill new memory and check its bounds when it is freed, if the system has them
  /// and no sanitizer does it.
  private static let checked =
    Fuzzing.isSanitizing
    ? []
    : [
      "/usr/bin/env", "LD_PRELOAD=libc_malloc_debug.so.0", "MALLOC_CHECK_=3",
      "MALLOC_PERTURB_=165",
    ]

  /// The outcome for one file.
  private enum Outcome: String, Hashable {
    case tiles, changed, otherSentence
  }

  // MARK: Every format

  @Test(arguments: Fuzzing.formats)
  func filesRewrittenAfterTheHeader(_ format: DecoderClient.Format) throws {
    try rewrite(format, "before the first tile") { client, file, other, random in
      let info = try client.open()
      file.rewrite(other(&random))
      return try ask(client, info)
    }
  }

  @Test(arguments: Fuzzing.formats)
  func filesRewrittenDuringPasses(_ format: DecoderClient.Format) throws {
    try rewrite(format, "during passes") { client, file, other, random in
      let original = file.bytes
      let info = try client.open()
      var outcome = Outcome.tiles
      for _ in 0..<4 {
        outcome = try ask(client, info) {
          for _ in 0..<3 {
            file.rewrite(other(&random))
            if Bool.random(using: &random) { file.rewrite(original) }
          }
        }
        if outcome != .tiles { break }
        file.rewrite(original)
      }
      return outcome
    }
  }

  /// Opens each of a format's samples and lets `act` replace the file with others.
  private func rewrite(
    _ format: DecoderClient.Format, _ when: String,
    _ act: (
      DecoderClient, PictureFile, (inout SeededNumbers) -> [UInt8], inout SeededNumbers
    ) throws -> Outcome
  ) throws {
    let samples = FormatSamples.files(of: format).map(\.bytes)
    let others = samples + FormatSamples.others(of: format).map(\.bytes) + [[]]
    try #require(!samples.isEmpty)
    var outcomes: [Outcome: Int] = [:]
    for number in 0..<Fuzzing.mutations(max(24, samples.count)) {
      var random = SeededNumbers(seed: Fuzzing.seed &* 1_000_003 &+ UInt64(number))
      let what = "\(format) \(when), \(number), seed \(Fuzzing.seed)"
      let original = samples[number % samples.count]
      let file = PictureFile(original)
      let client = try DecoderClient(format, file, through: Self.checked)
      // All other samples in turn, then the sample itself and damaged ones, where most of the
      // header stays in place.
      var turn = number / samples.count * 7 + number
      let other: (inout SeededNumbers) -> [UInt8] = { random in
        turn += 1
        let bytes = turn % 3 == 1 ? original : others[turn % others.count]
        guard turn % 3 == 1 || turn % 5 == 0, !bytes.isEmpty else { return bytes }
        return Fuzzing.changed(bytes, others.filter { !$0.isEmpty }, &random)
      }
      do {
        let outcome = try act(client, file, other, &random)
        outcomes[outcome, default: 0] += 1
      } catch {
        Issue.record("\(what): \(error)")
      }
      client.send(.close)
      let (output, end) = client.process.finish()
      #expect(end == .status(0) || end == .status(1), "\(what): \(output)")
    }
    let words = outcomes.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", ")
    print("\(format) \(when): \(words)")
  }

  /// Requests a view of the whole, a detail and frames, and returns the outcome.
  ///
  /// `meanwhile` is called after the request is sent, before any reply is read.
  private func ask(
    _ client: DecoderClient, _ info: SourceInfo, meanwhile: () -> Void = {}
  ) throws -> Outcome {
    let longest = Double(max(info.size.width, info.size.height))
    let fit = Level(of: info.size, scale: min(1, 200 / longest))
    let whole = Level(size: info.size)
    var keys = [TileKey(level: fit, column: 0, row: 0), TileKey(level: whole, column: 0, row: 0)]
    if info.isTimed {
      keys += [1, info.frameCount - 1].map { TileKey(level: fit, column: 0, row: 0, frame: $0) }
    }
    var open = Set(client.request(keys))
    meanwhile()
    var outcome = Outcome.tiles
    func note(_ failure: CodecError) {
      #expect(!failure.sentence.isEmpty && failure.sentence.count < 300)
      outcome = failure.sentence == Self.sentence ? .changed : .otherSentence
    }
    while !open.isEmpty {
      switch try client.receive() {
      case .report(.tileReady(let id)): open.remove(id)
      case .report(.tileFailed(let id, let failure)):
        open.remove(id)
        note(failure)
      case .failure(let failure):
        note(failure)
        return outcome
      case nil: throw DecoderClient.Unexpected(message: "the decoder has gone")
      case let other: throw DecoderClient.Unexpected(message: "\(String(describing: other))")
      }
    }
    return outcome
  }

  // MARK: Failures found earlier

  private func expectChange(
    _ format: DecoderClient.Format, _ file: PictureFile, into other: PictureFile,
    scratch: Int? = nil, _ look: (DecoderClient, SourceInfo) throws -> Void
  ) throws {
    let client = try DecoderClient(format, file, through: Self.checked, scratch: scratch)
    let info = try client.open()
    file.rewrite(other.bytes)
    #expect(throws: CodecError(.unreadable, Self.sentence)) { try look(client, info) }
    #expect(client.process.finish().end == .status(1))
  }

  private func plain(
    _ width: Int, _ height: Int, color: fresnel_jpeg_color, channels: Int
  ) -> PictureFile {
    var options = fresnel_jpeg_options.usual(width: width, height: height)
    options.color = color
    return .jpeg([UInt8](repeating: 90, count: width * height * channels), options)
  }

  @Test(arguments: [false, true]) func aPNGRewrittenMuchWider(_ isInterlaced: Bool) throws {
    var png = RawPNG(width: 300, height: 200, colorType: 2, depth: 8, isInterlaced: isInterlaced)
    let file = PictureFile(png.file([Int](repeating: 90, count: 300 * 200 * 3)))
    png.width = 200_000
    png.height = 20
    let wide = PictureFile(png.file([Int](repeating: 90, count: 200_000 * 20 * 3)))
    try expectChange(.png, file, into: wide) { client, info in
      _ = try client.pixels(of: Level(size: info.size))
    }
  }

  @Test(arguments: [1.0, 0.125]) func aGreyJPEGRewrittenInColour(_ scale: Double) throws {
    let file = plain(1500, 1000, color: FRESNEL_JPEG_GRAY, channels: 1)
    let colored = plain(1500, 1000, color: FRESNEL_JPEG_YCBCR, channels: 3)
    try expectChange(.jpeg, file, into: colored) { client, info in
      _ = try client.pixels(of: Level(of: info.size, scale: scale))
    }
  }

  @Test func aGreyJPEGInABitmapRewrittenInColour() throws {
    let size = PixelSize(width: 300, height: 200)
    let files = [(FRESNEL_JPEG_GRAY, 1), (FRESNEL_JPEG_YCBCR, 3)].map {
      PictureFile(
        FormatSamples.embedded(4, plain(300, 200, color: $0, channels: $1).bytes, size: size))
    }
    try expectChange(.classic, files[0], into: files[1]) { client, info in
      _ = try client.pixels(of: Level(size: info.size))
    }
  }

  /// The colours need a decoded tile, for which the file is opened again.
  @Test func aJP2RewrittenBeforeItsColoursAreRead() throws {
    var writer = JP2Writer()
    let file = PictureFile(writer.bytes(writer.planes()))
    let input = PictureInput(file: file.descriptor.number)
    let first = try JP2File(input, .first)
    let tiling = try #require(first.tiling)
    let meaning = try JP2Meaning(of: input, first, tiling)
    #expect(meaning.components == [0, 1, 2])
    (writer.channels, writer.space) = (1, OPJ_CLRSPC_GRAY)
    file.rewrite(writer.bytes(writer.planes()))
    #expect(throws: CodecError(.unreadable, Self.sentence)) {
      _ = try JP2Meaning(of: input, first, tiling)
    }
  }

  @Test(arguments: [nil, 64]) func aTIFFRewrittenNarrower(_ tile: Int?) throws {
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.tile = tile
    let size = layout.size
    writer.add(layout, samples: [Int](repeating: 90, count: size.width * size.height * 3))
    let file = writer.finish()
    // The entry of the width: tag, type, count and value.
    var bytes = file.bytes
    let place = try #require(
      bytes.indices.dropLast(12).first {
        bytes[$0] == 0 && bytes[$0 + 1] == 1 && [3, 4].contains(bytes[$0 + 2])
          && bytes[$0 + 3..<$0 + 12].elementsEqual([0, 1, 0, 0, 0, 0x2C, 1, 0, 0])
      })
    bytes.replaceSubrange(place + 8..<place + 10, with: [9, 0])
    try expectChange(.tiff, file, into: PictureFile(bytes)) { client, info in
      _ = try client.pixels(of: Level(size: info.size))
    }
  }

  /// A picture is opened again for caching, though no tile has been requested meanwhile.
  @Test(arguments: [PixelSize(width: 10, height: 1700), PixelSize(width: 2600, height: 4000)])
  func aPictureRewrittenBeforeItIsCached(_ other: PixelSize) throws {
    let size = PixelSize(width: 2600, height: 1700)
    func plain(_ size: PixelSize) -> PictureFile {
      let samples = [UInt8](repeating: 90, count: size.width * size.height * 3)
      return .png(samples, width: size.width, height: size.height, channels: 3)
    }
    let file = plain(size)
    let client = try DecoderClient(.png, file, through: Self.checked, scratch: 1 << 30)
    #expect(try client.open().size == size)
    _ = try client.pixels(of: Level(of: size, scale: 0.1))
    file.rewrite(plain(other).bytes)
    client.send(.caching(.now))
    // No other message comes; a decoder that had cached it would report that and continue.
    #expect(try client.receive(limit: 20) == .failure(CodecError(.unreadable, Self.sentence)))
    #expect(client.process.finish().end == .status(1))
  }
}
