import Geometry

/// Identifies a bitmap of an atlas.
package struct SpriteID: Hashable, Sendable {
  let index: Int
}

/// The bitmaps of markers, packed into one texture, so that a frame draws all of them with one
/// call.
package struct SpriteAtlas: Sendable {
  /// A bitmap of the atlas.
  struct Entry: Hashable {
    var area: PixelRect
    /// The anchor: the pixel that lies on the marker's point, from the bitmap's top left corner.
    var anchorX: Int
    var anchorY: Int
  }

  /// The width of the atlas in pixels, which also limits a bitmap's width.
  package static let width = 1024
  /// The maximum height in pixels: all devices support textures of this height.
  package static let mostRows = 2048

  /// The current size in pixels.
  package private(set) var size = PixelSize(width: width, height: 0)
  /// Premultiplied RGBA, rows without padding, top row first.
  package private(set) var pixels: [UInt8] = []
  /// Increases whenever a pixel changes.
  package private(set) var revision: UInt64 = 0

  private var entries: [Entry?] = []
  private var free: [PixelRect] = []
  private var shelf = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// Creates an empty atlas.
  package init() {}

  /// Adds a bitmap; `nil` if the number of bytes does not match the size, or there is no room left.
  ///
  /// `pixels` are premultiplied RGBA, in rows without padding. `anchor` is the point of the bitmap,
  /// in its own pixels from its top left corner, that lies on a marker's point.
  package mutating func add(
    size: PixelSize, pixels: [UInt8], anchor: Point
  ) -> SpriteID? {
    guard !size.isEmpty, size.width <= Self.width, size.height <= Self.mostRows,
      pixels.count == size.width * size.height * 4, anchor.x.isFinite, anchor.y.isFinite,
      let area = place(for: size)
    else { return nil }
    write(pixels, to: area)
    let far = 1e6
    let entry = Entry(
      area: area, anchorX: Int(max(-far, min(far, anchor.x.rounded()))),
      anchorY: Int(max(-far, min(far, anchor.y.rounded()))))
    reach = max(
      reach, abs(entry.anchorX), abs(area.width - entry.anchorX), abs(entry.anchorY),
      abs(area.height - entry.anchorY))
    if let index = entries.firstIndex(of: nil) {
      entries[index] = entry
      return SpriteID(index: index)
    }
    entries.append(entry)
    return SpriteID(index: entries.count - 1)
  }

  /// Replaces a bitmap by another; its ID stays.
  ///
  /// Without room for the new one the old one stays.
  package mutating func replace(_ id: SpriteID, size: PixelSize, pixels: [UInt8], anchor: Point) {
    guard let old = entry(id), let new = add(size: size, pixels: pixels, anchor: anchor) else {
      return
    }
    free.append(old.area)
    entries[id.index] = entries[new.index]
    entries[new.index] = nil
  }

  /// Removes a bitmap; its space and its ID are reused.
  package mutating func remove(_ id: SpriteID) {
    guard let entry = entry(id) else { return }
    free.append(entry.area)
    entries[id.index] = nil
  }

  /// Returns the size of a bitmap in pixels; `nil` for an unknown ID.
  package func size(of id: SpriteID) -> PixelSize? { entry(id)?.area.size }

  /// Returns the pixels of a bitmap, in rows without padding; `nil` for an unknown ID.
  package func pixels(of id: SpriteID) -> [UInt8]? {
    guard let area = entry(id)?.area else { return nil }
    var bytes: [UInt8] = []
    for y in area.minY..<area.maxY {
      let start = (y * Self.width + area.minX) * 4
      bytes += pixels[start..<start + area.width * 4]
    }
    return bytes
  }

  /// Returns the anchor of a bitmap: the pixel that lies on a marker's point, from its top left
  /// corner.
  package func anchor(of id: SpriteID) -> Point? {
    entry(id).map { Point(x: Double($0.anchorX), y: Double($0.anchorY)) }
  }

  /// The maximum distance of any bitmap's edge from its anchor, in device pixels.
  private(set) var reach = 0

  func entry(_ id: SpriteID) -> Entry? {
    entries.indices.contains(id.index) ? entries[id.index] : nil
  }

  /// Returns the alpha of a bitmap's pixel, 0 to 255.
  func alpha(of entry: Entry, x: Int, y: Int) -> UInt8 {
    pixels[((entry.area.minY + y) * Self.width + entry.area.minX + x) * 4 + 3]
  }

  /// Allocates space for a bitmap: a freed area, else the newest shelf, else a new one.
  private mutating func place(for size: PixelSize) -> PixelRect? {
    if let index = free.firstIndex(where: {
      $0.width >= size.width && $0.height >= size.height && $0.width <= 2 * size.width
        && $0.height <= 2 * size.height
    }) {
      let room = free.remove(at: index)
      return PixelRect(
        minX: room.minX, minY: room.minY, maxX: room.minX + size.width,
        maxY: room.minY + size.height)
    }
    if shelf.maxX + size.width > Self.width {
      shelf = PixelRect(minX: 0, minY: shelf.maxY, maxX: 0, maxY: shelf.maxY)
    }
    guard shelf.minY + size.height <= Self.mostRows else { return nil }
    let area = PixelRect(
      minX: shelf.maxX, minY: shelf.minY, maxX: shelf.maxX + size.width,
      maxY: shelf.minY + size.height)
    shelf.maxX = area.maxX
    shelf.maxY = max(shelf.maxY, area.maxY)
    if shelf.maxY > self.size.height {
      // Grow in steps, so that adding bitmaps creates few textures.
      self.size.height = min(Self.mostRows, dividedRoundingUp(shelf.maxY, by: 64) * 64)
      let count = self.size.height * Self.width * 4
      pixels += [UInt8](repeating: 0, count: count - pixels.count)
    }
    return area
  }

  private mutating func write(_ bytes: [UInt8], to area: PixelRect) {
    for row in 0..<area.height {
      let start = ((area.minY + row) * Self.width + area.minX) * 4
      let source = row * area.width * 4
      pixels.replaceSubrange(
        start..<start + area.width * 4, with: bytes[source..<source + area.width * 4])
    }
    revision += 1
  }
}
