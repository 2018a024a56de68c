import Geometry
import Platform
import Resampling
import Tiles
import Tiling

/// A source for pixels in memory, at any scale up to 1; each tile is resampled from all of them.
///
/// Tiles are made on the source's own threads, in any order: in linear light by sRGB's curve, with
/// a box filter and Lanczos 3. Use it on one thread.
public final class PixelSource: TileSource {
  private let source: ProviderSource

  /// Creates a picture of `size` from bytes: R, G, B, A, premultiplied, rows without padding.
  ///
  /// The array is shared, not copied. Without alpha the fourth byte is not read.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  /// - Precondition: the number of bytes matches the size, and there is at least one pixel.
  public init(
    id: SourceID = .next(), size: PixelSize, pixels: [UInt8], hasAlpha: Bool = true,
    shape: TileShape = .usual
  ) throws(Errno) {
    precondition(!size.isEmpty, "a picture has pixels")
    precondition(
      checkedProduct(size.width, size.height, 4) == pixels.count, "all pixels are there")
    source = try ProviderSource(
      id: id,
      levels: ProvidedLevels(Extent(size), scales: .any(upTo: 1), shape: shape),
      hasAlpha: hasAlpha,
      provider: PixelReducer(size: size, pixels: pixels, hasAlpha: hasAlpha))
  }

  /// The identifier of the source in every stage.
  public var id: SourceID { source.id }
  /// The source's properties; available immediately.
  public var info: SourceInfo? { source.info }
  /// Direct: every tile costs the same.
  public var access: TilePlanner.Access { source.access }
  /// Bytes of tiles; the memory of the picture itself is not counted.
  public var memoryBytes: Int { source.memoryBytes }
  /// 0 if there are events to return.
  public var nextDeadline: Double? { source.nextDeadline }

  /// Sets a view's current plan.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    source.update(plan, for: demand, now: now)
  }

  /// Returns a tile to the source once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { source.release(tile, now: now) }

  /// Adds the descriptor of its mailbox.
  public func addDescriptors(to pollSet: inout PollSet) { source.addDescriptors(to: &pollSet) }

  /// Returns the events, among them finished tiles.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    source.process(pollSet, now: now)
  }

  /// Closes the source, without blocking.
  public func close() { source.close() }
}

extension PixelSource: ReopenableSource {
  /// Shares the pixels with another source.
  package var reopening: (@Sendable () -> (any TileSource)?)? { source.reopening }
}

/// Makes tiles of a picture in memory, including the overlap.
private struct PixelReducer: TileProvider {
  let size: PixelSize
  let pixels: [UInt8]
  let hasAlpha: Bool

  func tile(_ request: ProvidedTileRequest) -> ProvidedTile {
    let layout = request.key.layout
    let reduction = TileReduction(of: request.key, from: size, hasAlpha: hasAlpha)
    let bytes = [UInt8](unsafeUninitializedCapacity: layout.byteCount) { target, count in
      guard let base = target.baseAddress else { return }
      pixels.withUnsafeBytes {
        reduction.run(
          $0, stride: size.width * 4, part: PixelRect(size), into: UnsafeMutableRawPointer(base))
      }
      count = layout.byteCount
    }
    return .pixels(layout.stored, bytes)
  }
}
