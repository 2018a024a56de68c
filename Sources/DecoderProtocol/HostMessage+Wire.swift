import Geometry
import Tiles

extension HostMessage {
  /// The numbers of the messages' types, named as the messages are.
  enum Tag: UInt8, CaseIterable {
    case open = 1
    case tile = 2
    case cancel = 3
    case close = 4
  }

  /// The message's bytes, its length in front.
  public var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .open(let request):
      writer.put(Tag.open.rawValue)
      writer.put32(request.arenaBytes)
      writer.put32(request.slotCount)
      writer.put32(request.surfaceEdge)
      writer.put32(request.shape.edge)
      writer.put32(request.frame)
      writer.put(request.displayProfile)
    case .tile(let request):
      writer.put(Tag.tile.rawValue)
      writer.put(request.id)
      writer.put32(request.key.level.size.width)
      writer.put32(request.key.level.size.height)
      writer.put32(request.key.column)
      writer.put32(request.key.row)
      writer.put(request.quality.rawValue)
      writer.put32(request.slot)
    case .cancel(let id):
      writer.put(Tag.cancel.rawValue)
      writer.put(id)
    case .close:
      writer.put(Tag.close.rawValue)
    }
    return writer.finished()
  }

  /// Reads a message, its length taken off; `shape` is that of the picture's tiles, as `open` named it.
  public init(payload: ArraySlice<UInt8>, shape: TileShape = .usual) throws(WireError) {
    var reader = WireReader(payload)
    let number = try reader.take(UInt8.self)
    guard let tag = Tag(rawValue: number) else { throw .unknownType(number) }
    switch tag {
    case .open:
      var request = OpenRequest(
        arenaBytes: try reader.take32(), slotCount: try reader.take32(),
        surfaceEdge: try reader.take32())
      let edge = try reader.take32()
      guard (1...TileShape.longestEdge).contains(edge) else { throw .badValue("tile size") }
      request.shape = TileShape(edge: edge)
      request.frame = try reader.take32()
      request.displayProfile = try reader.takeBlob(atMost: WireFormat.longestProfile)
      self = .open(request)
    case .tile:
      let id = try reader.take(UInt32.self)
      let size = PixelSize(width: try reader.take32(), height: try reader.take32())
      let key = TileKey(
        level: Level(size: size, shape: shape), column: try reader.take32(),
        row: try reader.take32())
      guard let quality = TileQuality(rawValue: try reader.take(UInt8.self)) else {
        throw .badValue("quality")
      }
      guard !key.area.isEmpty else { throw .badValue("tile") }
      self = .tile(TileRequest(id: id, key: key, quality: quality, slot: try reader.take32()))
    case .cancel:
      self = .cancel(id: try reader.take(UInt32.self))
    case .close:
      self = .close
    }
    try reader.finish()
  }
}
