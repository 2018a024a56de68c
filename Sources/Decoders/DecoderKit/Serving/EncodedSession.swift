import DecoderProtocol
import Geometry
import Platform
import Resampling
import Tiles

/// Decodes encoded pictures from the arena, whole or in part, into slots.
///
/// They are tiles from a server or a provider: many and small, and a damaged one must not fail the
/// others. They are decoded on one thread, one after the other.
final class EncodedSession {
  private let arena: TileArena
  private let control: ControlChannel
  private let makeCodec: (PictureInput) throws(CodecError) -> any PictureCodec
  private let rendering: ColorRendering
  private var profile: [UInt8]
  private var queue: [SourceRequest] = []
  /// The colours of the previous picture: tiles of one source rarely differ in them.
  private var lastColor: (format: RowFormat, source: SourceColor, pipeline: ColorPipeline)?

  /// Address space for any of the pictures.
  private static let allowance = (256 << 20) + MemoryClass.floor
  /// The maximum number of rows to read in one call.
  private static let rowsPerBatch = 64

  init(
    request: OpenRequest, arena: TileArena, limits: ResourceLimits, control: ControlChannel,
    makeCodec: @escaping (PictureInput) throws(CodecError) -> any PictureCodec
  ) throws(CodecError) {
    self.arena = arena
    self.control = control
    self.makeCodec = makeCodec
    rendering = request.choices.rendering
    profile = try arena.bytes(in: request.profile)
    limits.lower(allowance: Self.allowance, arenaBytes: request.arenaBytes)
  }

  /// Serves until the viewer closes the source.
  func run() throws(CodecError) -> Never {
    while true {
      while let message = control.receiveWaiting() { try handle(message) }
      if queue.isEmpty {
        try handle(control.receive())
      } else {
        answer(queue.removeFirst())
      }
    }
  }

  private func handle(_ message: HostMessage) throws(CodecError) {
    switch message {
    case .open: throw CodecError(.other, "the viewer opened a picture twice")
    case .tile, .rows, .member:
      throw CodecError(.other, "the viewer asked for a tile, but there is no picture file")
    case .close: ControlChannel.exit(0)
    // An encoded picture has no passes to time and no cache.
    case .reportTimes, .caching: break
    case .cancel(let id):
      guard let index = queue.firstIndex(where: { $0.id == id }) else { return }
      queue.remove(at: index)
      control.send(.tileCancelled(id: id))
    case .profile(let range):
      profile = try arena.bytes(in: range)
      lastColor = nil
    case .source(let request):
      try arena.check(request.bytes)
      _ = try target(of: request)
      queue.append(request)
    }
  }

  /// The requested part is the only tile of a level of its own.
  private func target(of request: SourceRequest) throws(CodecError) -> TileReducer.Target {
    var shape = arena.shape
    shape.edge = max(request.area.width, request.area.height)
    let key = TileKey(level: Level(size: request.area.size, shape: shape), column: 0, row: 0)
    return try arena.target(key, id: request.id, slot: request.slot)
  }

  private func answer(_ request: SourceRequest) {
    do throws(CodecError) {
      try decode(request)
      control.send(.tileReady(id: request.id))
    } catch {
      control.send(.tileFailed(id: request.id, error))
    }
  }

  private func decode(_ request: SourceRequest) throws(CodecError) {
    let codec = try makeCodec(PictureInput(arena: request.bytes))
    let header = codec.header
    try header.checkSize()
    let size = header.orientation.applied(to: header.size)
    guard size == request.size || isNearly(size, header.orientation, request.size) else {
      throw CodecError(
        .corrupt,
        "the tile has \(size.width) × \(size.height) pixels instead of "
          + "\(request.size.width) × \(request.size.height)")
    }
    guard let allowance = header.allowance, allowance <= Self.allowance else {
      throw CodecError(.tooLarge, "the tile needs too much memory to be decoded")
    }
    let target = try target(of: request)
    // A picture whose size is off by one is read as if it were exact.
    let part = header.orientation.inverse.apply(request.area, in: request.size)
    let reducer = TileReducer(
      source: part.size, orientation: header.orientation, level: target.key.level,
      targets: [target], color: color(of: header))
    defer { codec.endPass() }
    try feed(reducer, from: codec, part: part, id: request.id)
    if let missing = codec.missing { throw CodecError(.corrupt, missing) }
  }

  /// True if a picture's size is off by at most one column and one row.
  ///
  /// When a level is half of an odd size, some writers round up and others down. Surplus pixels are
  /// cropped, and missing ones repeat their neighbours.
  private func isNearly(
    _ size: PixelSize, _ orientation: Orientation, _ wanted: PixelSize
  ) -> Bool {
    orientation == .identity && abs(size.width - wanted.width) <= 1
      && abs(size.height - wanted.height) <= 1
  }

  /// Reads a part of a picture, which may lack the part's last column and row; the last row
  /// completes the tile.
  private func feed(
    _ reducer: TileReducer, from codec: any PictureCodec, part: PixelRect, id: UInt32
  ) throws(CodecError) {
    let size = codec.header.size
    // If the requested column or row is missing, its neighbour stands in.
    let columns = min(part.minX, size.width - 1)..<min(part.maxX, size.width)
    let rows = min(part.minY, size.height - 1)..<min(part.maxY, size.height)
    let layout = try codec.begin(PassRequest(rows: rows, columns: columns), of: size).layout
    let pixel = codec.header.format.bytesPerPixel
    guard let stride = checkedProduct(layout.columns.count + 1, pixel),
      let bytes = checkedProduct(stride, Self.rowsPerBatch)
    else { throw CodecError(.other, "the codec started a pass that was not requested") }
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    defer { buffer.deallocate() }
    let first = (part.minX - layout.columns.lowerBound) * pixel
    var made: [UInt32] = []
    var nextRow = layout.firstRow
    var last = 0
    while nextRow < part.maxY {
      var count = 1
      if nextRow < rows.upperBound {
        count = try codec.readRows(
          into: buffer, stride: stride, most: min(Self.rowsPerBatch, rows.upperBound - nextRow))
        guard count > 0 else { continue }
        last = count - 1
        if part.maxX > size.width {
          widen(buffer, stride: stride, count: count, width: layout.columns.count, format: pixel)
        }
      } else {
        // The missing row repeats the one above it.
        buffer.copyMemory(from: buffer + last * stride, byteCount: stride)
        last = 0
      }
      let skipped = min(count, max(0, part.minY - nextRow))
      if skipped < count {
        made += reducer.consume(
          rows: UnsafeRawBufferPointer(
            start: buffer + skipped * stride + first, count: (count - skipped) * stride - first),
          stride: stride, firstRow: nextRow + skipped - part.minY, count: count - skipped)
      }
      nextRow += count
    }
    guard made == [id] else {
      throw CodecError(.other, "the tile is incomplete after its last row")
    }
  }

  /// Repeats the last pixel of each row once.
  private func widen(
    _ rows: UnsafeMutableRawPointer, stride: Int, count: Int, width: Int, format pixel: Int
  ) {
    for row in 0..<count {
      let end = rows + row * stride + width * pixel
      end.copyMemory(from: end - pixel, byteCount: pixel)
    }
  }

  private func color(of header: PictureHeader) -> ColorPipeline {
    if let lastColor, lastColor.format == header.format, lastColor.source == header.color {
      return lastColor.pipeline
    }
    let pipeline = ColorPipeline(
      format: header.format, source: header.color, displayProfile: profile,
      rendering: rendering)
    lastColor = (header.format, header.color, pipeline)
    return pipeline
  }
}
