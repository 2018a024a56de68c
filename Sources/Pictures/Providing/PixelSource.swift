import Geometry
import Platform
import Resampling
import Tiles
import Tiling

/// A source from pixels in memory: at any scale up to its own, each tile reduced from all of them.
///
/// Tiles are made on threads of the source's own, in linear light by sRGB's curve, box and Lanczos
/// 3, in any order. It is used on one thread.
public final class PixelSource: TileSource {
  private let source: ProviderSource

  /// A picture of `size`: R, G, B, A, a byte each, colours multiplied by alpha, rows without
  /// padding.
  ///
  /// The array is shared, not copied. Without alpha the fourth byte is not read.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  /// - Precondition: there are as many bytes as the size says, and at least one pixel.
  public init(
    id: SourceID, size: PixelSize, pixels: [UInt8], hasAlpha: Bool = true,
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

  /// Its name in every stage.
  public var id: SourceID { source.id }
  /// What it tells of itself; known at once.
  public var info: SourceInfo? { source.info }
  /// Any tile is as near as any other.
  public var access: TilePlanner.Access { source.access }
  /// Bytes of tiles; the picture itself is whoever's that made it.
  public var memoryBytes: Int { source.memoryBytes }
  /// At once where there is something to tell.
  public var nextDeadline: Double? { source.nextDeadline }

  /// Says what a view wants now.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    source.update(plan, for: demand, now: now)
  }

  /// Takes a tile back once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { source.release(tile, now: now) }

  /// Adds the descriptor of its mailbox.
  public func addDescriptors(to pollSet: inout PollSet) { source.addDescriptors(to: &pollSet) }

  /// Takes what the threads have made.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    source.process(pollSet, now: now)
  }

  /// Ends it; it waits for nothing.
  public func close() { source.close() }
}

/// Makes tiles of a picture in memory, borders and all.
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
