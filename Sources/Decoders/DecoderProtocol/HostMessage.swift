import Geometry
import Tiles

/// A message from the viewer to a decoder.
package enum HostMessage: Hashable, Sendable {
  /// The first message: the arena is ready; read the picture's header and reply with `info`.
  case open(OpenRequest)
  /// Make a tile and put it into a slot.
  case tile(TileRequest)
  /// Cancel a tile; it still gets a reply, which frees its slot.
  case cancel(id: UInt32)
  /// Close the picture and exit.
  case close
  /// The display has a new profile, in the arena; use it for tiles requested from now on.
  case profile(ArenaRange)
  /// Decode an encoded picture in the arena.
  case source(SourceRequest)
  /// Report the timestamps of the first pass once; sent right after `open`.
  case reportTimes
  /// When to cache the picture on disk, from now on.
  case caching(Caching)
  /// Put rows of the picture into a slot.
  case rows(RowsRequest)
  /// Unpack an archive member to the start of the arena; an empty path means the picture's
  /// description.
  case member(id: UInt32, path: String)

  /// The maximum number of bytes in a member's path.
  package static let longestPath = 1024
}

/// When a decoder caches its picture on disk.
package enum Caching: UInt8, CaseIterable, Sendable {
  /// Never.
  case never = 0
  /// When the user zooms in beyond the fit view; the default.
  case onCloserLook = 1
  /// As soon as nothing is requested: the view is idle, and the next zoom should be fast.
  case now = 2
}

extension HostMessage {
  /// The messages' type numbers.
  enum Tag: UInt8, CaseIterable {
    case open = 1
    case tile = 2
    case cancel = 3
    case close = 4
    case profile = 5
    case source = 6
    case reportTimes = 7
    case caching = 8
    case rows = 9
    case member = 10
  }

  /// The encoded message with its length prefix.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .open(let request):
      writer.put(Tag.open.rawValue)
      writer.put(request)
    case .tile(let request):
      writer.put(Tag.tile.rawValue)
      writer.put(request)
    case .cancel(let id):
      writer.put(Tag.cancel.rawValue)
      writer.put(id)
    case .close:
      writer.put(Tag.close.rawValue)
    case .profile(let range):
      writer.put(Tag.profile.rawValue)
      writer.put(profile: range)
    case .source(let request):
      writer.put(Tag.source.rawValue)
      writer.put(request)
    case .reportTimes:
      writer.put(Tag.reportTimes.rawValue)
    case .caching(let caching):
      writer.put(Tag.caching.rawValue)
      writer.put(caching.rawValue)
    case .rows(let request):
      writer.put(Tag.rows.rawValue)
      writer.put(request)
    case .member(let id, let path):
      writer.put(Tag.member.rawValue)
      writer.put(id)
      writer.put(path.utf8(atMost: Self.longestPath))
    }
    return writer.finished()
  }

  /// Decodes a message without its length prefix; `shape` is the picture's tile shape from `open`.
  package init(payload: ArraySlice<UInt8>, shape: TileShape = .usual) throws(WireError) {
    var reader = WireReader(payload)
    let type = try reader.take(UInt8.self)
    guard let tag = Tag(rawValue: type) else { throw .unknownType(type) }
    switch tag {
    case .open: self = .open(try reader.takeOpen())
    case .tile: self = .tile(try reader.takeTile(shape))
    case .cancel: self = .cancel(id: try reader.take(UInt32.self))
    case .close: self = .close
    case .profile: self = .profile(try reader.takeProfile())
    case .source: self = .source(try reader.takeSource())
    case .reportTimes: self = .reportTimes
    case .caching: self = .caching(try reader.takeCaching())
    case .rows: self = .rows(try reader.takeRows())
    case .member: self = .member(id: try reader.take(UInt32.self), path: try reader.takePath())
    }
    try reader.finish()
  }
}

extension WireWriter {
  fileprivate mutating func put(_ request: OpenRequest) {
    put64(request.arenaBytes)
    put32(request.slotCount)
    put32(request.surfaceEdge)
    put32(request.shape.edge)
    put(UInt8(request.shape.overlap))
    put32(request.frame)
    put(UInt16(clamping: request.layer))
    put(request.pixelKinds.rawValue)
    put(request.choices.rendering.intent.rawValue)
    put(profile: request.profile)
    put(request.origin.rawValue)
    put(request.choices.rawPictures.rawValue)
    put(request.choices.rendering.compensatesBlackPoint)
    put(Float(request.choices.gainStops))
  }

  fileprivate mutating func put(profile range: ArenaRange) {
    put64(range.offset)
    put32(range.count)
  }

  fileprivate mutating func put(_ request: TileRequest) {
    put(request.id)
    put64(request.key.level.size.width)
    put64(request.key.level.size.height)
    put64(request.key.column)
    put64(request.key.row)
    put32(request.key.frame)
    put(UInt16(clamping: request.layer))
    put(request.quality.rawValue)
    put32(request.slot)
  }

  fileprivate mutating func put(_ request: RowsRequest) {
    put(request.id)
    put32(request.rows.lowerBound)
    put32(request.rows.count)
    put32(request.columns.lowerBound)
    put32(request.columns.count)
    put32(request.slot)
  }

  fileprivate mutating func put(_ request: SourceRequest) {
    put(request.id)
    put64(request.bytes.offset)
    put64(request.bytes.count)
    put32(request.slot)
    put32(request.size.width)
    put32(request.size.height)
    put32(request.area.minX)
    put32(request.area.minY)
    put32(request.area.maxX)
    put32(request.area.maxY)
  }
}

extension WireReader {
  fileprivate mutating func takeCaching() throws(WireError) -> Caching {
    guard let caching = Caching(rawValue: try take(UInt8.self)) else { throw .badValue("caching") }
    return caching
  }

  fileprivate mutating func takePath() throws(WireError) -> String {
    let bytes = try takeBlob(atMost: HostMessage.longestPath)
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
      throw .badValue("path")
    }
    return text
  }

  fileprivate mutating func takeOpen() throws(WireError) -> OpenRequest {
    var request = OpenRequest(
      arenaBytes: try take64(in: 0...Int.max, "arena"), slotCount: try take32(),
      surfaceEdge: try take32())
    let edge = try take32()
    guard (1...TileShape.longestEdge).contains(edge) else { throw .badValue("tile size") }
    let overlap = Int(try take(UInt8.self))
    guard overlap <= 1 else { throw .badValue("overlap") }
    request.shape = TileShape(edge: edge, overlap: overlap)
    request.frame = try takeFrame()
    request.layer = Int(try take(UInt16.self))
    request.pixelKinds = PixelKinds(rawValue: try take(UInt8.self))
    guard request.pixelKinds.contains(.rgba8), request.pixelKinds.isSubset(of: [.rgba8, .rgba16f])
    else { throw .badValue("pixel kinds") }
    guard let intent = RenderingIntent(rawValue: try take(UInt8.self)) else {
      throw .badValue("intent")
    }
    request.choices.rendering.intent = intent
    request.profile = try takeProfile()
    guard let origin = OpenRequest.Origin(rawValue: try take(UInt8.self)) else {
      throw .badValue("origin")
    }
    request.origin = origin
    guard let rawPictures = OpenRequest.RawPictures(rawValue: try take(UInt8.self)) else {
      throw .badValue("raw pictures")
    }
    request.choices.rawPictures = rawPictures
    request.choices.rendering.compensatesBlackPoint = try takeFlag()
    let stops = Float(PictureChoices.mostStops)
    request.choices.gainStops = Double(try takeFloat(in: 0...stops, "gain"))
    return request
  }

  fileprivate mutating func takeProfile() throws(WireError) -> ArenaRange {
    let range = ArenaRange(offset: try take64(in: 0...Int.max, "profile"), count: try take32())
    guard range.count <= WireFormat.longestProfile else { throw .badValue("profile") }
    return range
  }

  private mutating func takeFrame() throws(WireError) -> Int {
    let frame = try take32()
    guard frame < SourceInfo.mostFrames else { throw .badValue("frame") }
    return frame
  }

  fileprivate mutating func takeTile(_ shape: TileShape) throws(WireError) -> TileRequest {
    let id = try take(UInt32.self)
    let sides = 1...Level.longestSide
    let size = PixelSize(
      width: try take64(in: sides, "level"), height: try take64(in: sides, "level"))
    let key = TileKey(
      level: Level(size: size, shape: shape), column: try take64(in: 0...Int.max, "tile"),
      row: try take64(in: 0...Int.max, "tile"), frame: try takeFrame())
    guard !key.area.isEmpty else { throw .badValue("tile") }
    let layer = Int(try take(UInt16.self))
    guard let quality = TileQuality(rawValue: try take(UInt8.self)) else {
      throw .badValue("quality")
    }
    return TileRequest(id: id, key: key, layer: layer, quality: quality, slot: try take32())
  }

  fileprivate mutating func takeRows() throws(WireError) -> RowsRequest {
    let id = try take(UInt32.self)
    let rows = try takeSpan("rows")
    let columns = try takeSpan("columns")
    return RowsRequest(id: id, rows: rows, columns: columns, slot: try take32())
  }

  /// Reads a range as its first number and a positive count.
  private mutating func takeSpan(_ field: StaticString) throws(WireError) -> Range<Int> {
    let first = try take32()
    let count = try take32()
    guard count > 0, first + count <= SourceInfo.longestSide else { throw .badValue(field) }
    return first..<first + count
  }

  fileprivate mutating func takeSource() throws(WireError) -> SourceRequest {
    let id = try take(UInt32.self)
    let bytes = ArenaRange(
      offset: try take64(in: 0...Int.max, "source"), count: try take64(in: 1...Int.max, "source"))
    let slot = try take32()
    let size = PixelSize(width: try take32(), height: try take32())
    guard !size.isEmpty, max(size.width, size.height) <= SourceRequest.longestSide else {
      throw .badValue("size")
    }
    let (minX, minY) = (try take32(), try take32())
    let area = PixelRect(minX: minX, minY: minY, maxX: try take32(), maxY: try take32())
    guard !area.isEmpty, area.intersection(PixelRect(size)) == area else {
      throw .badValue("area")
    }
    return SourceRequest(id: id, bytes: bytes, slot: slot, size: size, area: area)
  }
}
