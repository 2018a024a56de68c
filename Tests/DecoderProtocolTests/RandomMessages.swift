import DecoderProtocol
import Geometry
import TestSupport
import TilePlaces
import Tiles

extension SeededNumbers {
  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// Flips, removes or inserts a few bytes.
  mutating func spoil(_ payload: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      switch Int.random(in: 0..<4, using: &self) {
      case 0: payload.append(byte())
      case 1: if !payload.isEmpty { payload.removeLast() }
      case 2:
        guard let index = payload.indices.randomElement(using: &self) else { continue }
        payload[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &self) ?? 0
      default:
        guard let index = payload.indices.randomElement(using: &self) else { continue }
        payload[index] = byte()
      }
    }
  }
}

extension SeededNumbers {
  mutating func text(atMost count: Int) -> String {
    let letters: [Character] = ["a", "é", "漢", "😀", "\n", "\u{202E}"]
    return String(
      (0..<Int.random(in: 0...count, using: &self)).map { _ in
        letters.randomElement(using: &self) ?? "x"
      })
  }

  mutating func id() -> UInt32 { UInt32.random(in: 0...UInt32.max, using: &self) }

  mutating func flag() -> Bool { Bool.random(using: &self) }

  mutating func size(_ longest: Int) -> PixelSize {
    PixelSize(
      width: Int.random(in: 1...longest, using: &self),
      height: Int.random(in: 1...min(longest, 1 << 20), using: &self))
  }

  mutating func failure() -> CodecError {
    let code = CodecError.Code(rawValue: UInt8.random(in: 1...6, using: &self)) ?? .other
    return CodecError(code, text(atMost: 60))
  }

  mutating func channels() -> GainMap.Channels {
    GainMap.Channels(
      Float.random(in: 0.01...9, using: &self), Float.random(in: 0.01...9, using: &self),
      Float.random(in: 0.01...9, using: &self))
  }

  mutating func levels() -> SourceLevels {
    let shape = TileShape(edge: 256, format: flag() ? .rgba8 : .rgba16f)
    switch Int.random(in: 0..<3, using: &self) {
    case 0: return SourceLevels(raster: size(SourceInfo.longestSide), shape: shape)
    case 1:
      let extent = Extent(
        width: Double.random(in: 0.1...1e6, using: &self),
        height: Double.random(in: 0.1...1e6, using: &self))
      return SourceLevels(
        extent: extent, scales: .any(upTo: Double.random(in: 2...1e6, using: &self)), shape: shape)
    default:
      return .ladder(
        Extent(size(1 << 30)), levelsOfDetail: Int.random(in: 41...60, using: &self),
        levelsOfDetailBias: Int.random(in: 0...10, using: &self), shape: shape)
    }
  }

  mutating func info() -> SourceInfo {
    var info = SourceInfo(
      levels: levels(), orientation: Orientation(exif: Int.random(in: 1...8, using: &self)),
      frameCount: Int.random(in: 0...SourceInfo.mostFrames, using: &self), isTimed: flag(),
      loops: Int.random(in: 0...Int(UInt32.max), using: &self), hasAlpha: flag(),
      isRandomAccess: flag(),
      preview: SourceInfo.Preview(rawValue: UInt8.random(in: 0...4, using: &self)) ?? .none,
      headroom: Double.random(in: 1...100, using: &self),
      resolution: flag() ? nil : Point(x: Double.random(in: 1...999, using: &self), y: 72),
      pageNames: (0..<Int.random(in: 0...20, using: &self)).map { _ in text(atMost: 50) })
    info.decodesSlowly = flag()
    return info
  }
}

extension SeededNumbers {
  mutating func format() -> String {
    ["jpg", "PNG", "webp", "jp2", "x"].randomElement(using: &self) ?? "x"
  }

  mutating func description() -> TileDescription {
    let longest = TileDescription.longestSide
    let layout: TileDescription.Layout
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      layout = .deepZoom(
        edge: Int.random(in: 1...longest, using: &self),
        overlap: Int.random(in: 0...longest, using: &self), format: format())
    case 1:
      layout = .zoomify(
        edge: Int.random(in: 1...longest, using: &self),
        tileCount: Int.random(in: 0...TileDescription.mostTiles, using: &self))
    case 2:
      layout = .internetImaging(
        tile: size(longest),
        levels: Int.random(in: 1...TileDescription.mostLevels, using: &self))
    default:
      let sets = (0..<Int.random(in: 0...4, using: &self)).map { _ in
        TileDescription.TileSet(
          size: size(longest),
          factors: (0..<Int.random(in: 0...32, using: &self)).map { _ in
            Int.random(in: 1...longest, using: &self)
          })
      }
      layout = .iiif(
        version: flag() ? 2 : 3, sets: sets,
        formats: (0..<Int.random(in: 0...32, using: &self)).map { _ in format() })
    }
    return TileDescription(
      size: size(longest), layout: layout, service: flag() ? address() : nil)
  }

  /// An address of a tile.
  mutating func address() -> String { "https://a/\(UInt64.random(in: 0...(.max), using: &self))" }
}

/// A service with random messages.
protocol RandomReport: DecoderReport {
  static func random(using random: inout SeededNumbers) -> Self
}

let services: [any RandomReport.Type] = [
  PictureReport.self, EncodedReport.self, ArchiveReport.self, DescriptionReport.self,
  SoftProofReport.self,
]

extension DecoderMessage where Report: RandomReport {
  static func random(using random: inout SeededNumbers) -> Self {
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      guard random.flag() else { return .hello(Hello(version: random.id() | 4)) }
      return .hello(
        Hello(library: random.text(atMost: 40), libraryVersion: random.text(atMost: 40)))
    case 1: return .progress(fraction: Float.random(in: 0...1, using: &random))
    case 2: return .failure(random.failure())
    default: return .report(.random(using: &random))
    }
  }
}

extension PictureReport: RandomReport {
  static func random(using random: inout SeededNumbers) -> PictureReport {
    switch Int.random(in: 0..<15, using: &random) {
    case 0: return .brokenProfile
    case 1:
      let codes = (0..<3 * DisplayCurves.entries).map { _ in
        UInt16.random(in: 0...(.max), using: &random)
      }
      return .display(random.flag() ? DisplayCurves(codes: codes) : nil)
    case 2: return .headroom(Double.random(in: 1...64, using: &random))
    case 3: return .info(random.info())
    case 4: return .tileReady(id: random.id())
    case 5: return .tileCancelled(id: random.id())
    case 6: return .cached
    case 7: return .incomplete("lines \(Int.random(in: 0...99, using: &random)) é漢")
    case 8:
      return .noRoom(
        kept: PixelSize(
          width: Int.random(in: 0...SourceInfo.longestSide, using: &random),
          height: Int.random(in: 0...1 << 20, using: &random)))
    case 9: return .tileFailed(id: random.id(), random.failure())
    case 10:
      return .frame(
        FrameTime(
          number: Int.random(in: 0..<SourceInfo.mostFrames, using: &random),
          microseconds: Int.random(
            in: WireFormat.shortestFrame...WireFormat.longestFrame, using: &random),
          isLast: random.flag()))
    case 11:
      return .gainMap(
        GainMap(
          size: random.size(1 << 24), minimum: random.channels(), maximum: random.channels(),
          gamma: random.channels(), baseOffset: random.channels(),
          alternateOffset: random.channels(),
          baseCapacity: Float.random(in: -9...9, using: &random),
          alternateCapacity: Float.random(in: -9...9, using: &random),
          isBaseBright: random.flag()))
    case 12:
      return .metadata(
        Metadata(
          kind: Metadata.Kind.allCases.randomElement(using: &random) ?? .text,
          hasMore: random.flag(),
          bytes: (0..<Int.random(in: 0...200, using: &random)).map { _ in random.byte() }))
    case 13:
      let times = (0..<5).map { _ in UInt64.random(in: 0...UInt64.max, using: &random) }.sorted()
      return .times(
        DecoderTimes(
          started: times[0], locked: times[1], header: times[2], firstRow: times[3],
          lastRow: times[4]))
    default: return .insteadUse(format: "x" + random.text(atMost: 20))
    }
  }
}

extension EncodedReport: RandomReport {
  static func random(using random: inout SeededNumbers) -> EncodedReport {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .tileReady(id: random.id())
    case 1: .tileCancelled(id: random.id())
    default: .tileFailed(id: random.id(), random.failure())
    }
  }
}

extension ArchiveReport: RandomReport {
  static func random(using random: inout SeededNumbers) -> ArchiveReport {
    guard random.flag() else { return .memberFailed(id: random.id(), random.failure()) }
    return .member(
      id: random.id(),
      byteCount: random.flag() ? Int.random(in: 0...Int.max, using: &random) : nil)
  }
}

extension DescriptionReport: RandomReport {
  static func random(using random: inout SeededNumbers) -> DescriptionReport {
    guard random.flag() else { return .tiles(random.description()) }
    let canvases = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      CanvasDescription(label: random.text(atMost: 20), address: random.address())
    }
    return .canvases(canvases, isLast: random.flag())
  }
}

extension SoftProofReport: RandomReport {
  static func random(using random: inout SeededNumbers) -> SoftProofReport {
    SoftProofReport(
      bits: (0..<Int.random(in: 1...600, using: &random)).map { _ in
        UInt16.random(in: 0..<0x7C00, using: &random)
      })
  }
}

extension HostMessage {
  static func random(using random: inout SeededNumbers) -> HostMessage {
    switch Int.random(in: 0..<10, using: &random) {
    case 9: return .member(id: random.id(), path: random.text(atMost: 40))
    case 0: return .open(.random(using: &random))
    case 1:
      let size = random.size(Level.longestSide)
      let key = TileKey(
        level: Level(size: size),
        column: Int.random(in: 0...(size.width - 1) / TileShape.usual.edge, using: &random),
        row: Int.random(in: 0...(size.height - 1) / TileShape.usual.edge, using: &random),
        frame: Int.random(in: 0..<SourceInfo.mostFrames, using: &random))
      return .tile(
        TileRequest(
          id: random.id(), key: key, layer: Int.random(in: 0...65_535, using: &random),
          quality: random.flag() ? .exact : .preview,
          slot: Int.random(in: 0...4096, using: &random)))
    case 2: return .cancel(id: random.id())
    case 5: return .reportTimes
    case 6: return .caching(Caching.allCases[Int(random.byte()) % Caching.allCases.count])
    case 7:
      let first = (
        Int.random(in: 0..<1 << 23, using: &random), Int.random(in: 0..<1 << 23, using: &random)
      )
      return .rows(
        RowsRequest(
          id: random.id(),
          rows: first.0..<first.0 + Int.random(in: 1...1 << 23, using: &random),
          columns: first.1..<first.1 + Int.random(in: 1...1 << 23, using: &random),
          slot: Int.random(in: 0...4096, using: &random)))
    case 3: return .profile(.random(WireFormat.longestProfile, using: &random))
    case 4:
      let size = random.size(SourceRequest.longestSide)
      let (minX, minY) = (
        Int.random(in: 0..<size.width, using: &random),
        Int.random(in: 0..<size.height, using: &random)
      )
      return .source(
        SourceRequest(
          id: random.id(),
          bytes: ArenaRange(
            offset: Int.random(in: 0...1 << 40, using: &random),
            count: Int.random(in: 1...1 << 40, using: &random)),
          slot: Int.random(in: 0...4096, using: &random), size: size,
          area: PixelRect(
            minX: minX, minY: minY,
            maxX: Int.random(in: minX + 1...size.width, using: &random),
            maxY: Int.random(in: minY + 1...size.height, using: &random))))
    default: return .close
    }
  }
}

extension OpenRequest {
  static func random(using random: inout SeededNumbers) -> OpenRequest {
    OpenRequest(
      arenaBytes: Int.random(in: 0...1 << 40, using: &random),
      slotCount: Int.random(in: 0...4096, using: &random),
      surfaceEdge: Int.random(in: 1...20_000, using: &random),
      shape: TileShape(
        edge: Int.random(in: 1...1024, using: &random),
        overlap: Int.random(in: 0...1, using: &random)),
      frame: Int.random(in: 0..<SourceInfo.mostFrames, using: &random),
      layer: Int.random(in: 0...65_535, using: &random),
      pixelKinds: random.flag() ? .rgba8 : [.rgba8, .rgba16f],
      profile: .random(WireFormat.longestProfile, using: &random),
      origin: random.flag() ? .file : .encoded,
      choices: PictureChoices(
        rawPictures: random.flag() ? .developed : .embedded,
        rendering: ColorRendering(
          intent: RenderingIntent.allCases.randomElement(using: &random) ?? .ofPicture,
          compensatesBlackPoint: random.flag()),
        gainStops: Double(Float.random(in: 0...16, using: &random))))
  }
}

extension ArenaRange {
  static func random(_ most: Int, using random: inout SeededNumbers) -> ArenaRange {
    ArenaRange(
      offset: Int.random(in: 0...1 << 40, using: &random),
      count: Int.random(in: 0...most, using: &random))
  }
}
