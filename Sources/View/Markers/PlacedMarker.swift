import Geometry

/// A bitmap of a frame, and what it represents.
package struct PlacedMarker: Hashable, Sendable {
  /// The object that a bitmap represents.
  package enum Content: Hashable, Sendable {
    /// A single marker.
    case marker(MarkerID)
    /// A cluster, with its number of markers.
    case cluster(MarkerCluster, count: Int)
  }

  /// The object that the bitmap represents.
  package var content: Content
  /// The position in units of the picture.
  package var point: Point
  /// The sprite; for a cluster the one over which the number is drawn.
  package var sprite: SpriteID
}

/// The result of a hit test.
package enum MarkerHit: Hashable, Sendable {
  /// A marker.
  case marker(MarkerID)
  /// A cluster: the IDs of its markers in z-order, and its position in units of the picture.
  case cluster([MarkerID], at: Point)
}

extension MarkerSet {
  /// The maximum number of bitmaps in a frame; beyond it, the lowest in z-order are omitted.
  package static let mostPlaced = 2000

  /// The number of candidates above which the search goes through all markers from the top instead.
  private static let mostSearched = 4 * mostPlaced

  /// Returns the visible bitmaps in z-order; selected markers come last.
  ///
  /// A marker is visible if its bitmap touches the surface. Clusters depend on the view's scale,
  /// its surface's size and the markers' positions: panning does not change them.
  package mutating func placed(in view: Viewport) -> [PlacedMarker] {
    guard !isEmpty, view.scale > 0, view.scale.isFinite, !view.surface.isEmpty else { return [] }
    let selected = selectedSlots.suffix(Self.mostPlaced).filter { isSeen($0, in: view) }
    let room = Self.mostPlaced - selected.count
    var placed: [PlacedMarker]
    if let clustering, atlas.entry(clustering.sprite) != nil {
      placed = clusters(in: view, clustering, room: room)
    } else {
      placed = slots(in: view, room: room).compactMap { marker(at: $0, isSelected: false) }
    }
    placed += selected.compactMap { marker(at: $0, isSelected: true) }
    return placed
  }

  /// Returns the topmost hit at a point of the surface, in device pixels.
  ///
  /// Without `alpha`, anywhere in a bitmap's box is a hit; with it, only where the bitmap's alpha,
  /// 0 to 255, is higher.
  package func hit(
    _ device: Point, among placed: [PlacedMarker], in view: Viewport, alpha: UInt8? = nil
  ) -> MarkerHit? {
    guard device.x.isFinite, device.y.isFinite, abs(device.x) < 1e9, abs(device.y) < 1e9 else {
      return nil
    }
    let x = Int(device.x.rounded(.down))
    let y = Int(device.y.rounded(.down))
    for item in placed.reversed() {
      guard let entry = atlas.entry(item.sprite) else { continue }
      let box = Self.box(entry, at: item.point, in: view)
      guard x >= box.minX, x < box.maxX, y >= box.minY, y < box.maxY else { continue }
      if let alpha, atlas.alpha(of: entry, x: x - box.minX, y: y - box.minY) <= alpha { continue }
      switch item.content {
      case .marker(let id): return .marker(id)
      case .cluster(let cluster, _): return .cluster(markers(of: cluster), at: item.point)
      }
    }
    return nil
  }

  /// Returns the device pixels of a sprite at a point of the picture; `nil` for an unknown sprite.
  package func box(of sprite: SpriteID, at point: Point, in view: Viewport) -> PixelRect? {
    atlas.entry(sprite).map { Self.box($0, at: point, in: view) }
  }

  /// Returns a sprite's pixels in the atlas, and its anchor pixel.
  package func texels(of sprite: SpriteID) -> (area: PixelRect, anchorX: Int, anchorY: Int)? {
    atlas.entry(sprite).map { ($0.area, $0.anchorX, $0.anchorY) }
  }

  /// Returns the sprite with which a marker is drawn now.
  package func sprite(of id: MarkerID) -> SpriteID? {
    self[id].map { selection.contains(id) ? $0.selectedSprite ?? $0.sprite : $0.sprite }
  }

  /// Returns all markers of a cluster in z-order; empty if the markers have changed since.
  package func markers(of cluster: MarkerCluster) -> [MarkerID] {
    guard let grid = madeGrid(level: cluster.level) else { return [] }
    let edge = grid.edge
    let corner = Point(
      x: Double(cluster.cell.column) * edge, y: Double(cluster.cell.row) * edge)
    let area = Rect(
      minX: corner.x, minY: corner.y, maxX: corner.x + edge, maxY: corner.y + edge)
    var found: [Int32] = []
    index.forEachCell(touching: area) { slots in
      found += slots.filter { GridCell(of: points[Int($0)], edge: edge) == cluster.cell }
      return true
    }
    return found.sorted(by: isBelow).compactMap { markers[Int($0)]?.id }
      .filter { !selection.contains($0) }
  }

  static func box(_ entry: SpriteAtlas.Entry, at point: Point, in view: Viewport) -> PixelRect {
    let pixel = view.pixel(of: point)
    let x = pixel.x - entry.anchorX
    let y = pixel.y - entry.anchorY
    return PixelRect(
      minX: x, minY: y, maxX: x + entry.area.width, maxY: y + entry.area.height)
  }

  private func marker(at slot: Int32, isSelected: Bool) -> PlacedMarker? {
    markers[Int(slot)].map {
      PlacedMarker(
        content: .marker($0.id), point: $0.position,
        sprite: isSelected ? $0.selectedSprite ?? $0.sprite : $0.sprite)
    }
  }

  private func isSeen(_ slot: Int32, in view: Viewport) -> Bool {
    guard let marker = markers[Int(slot)], let entry = atlas.entry(marker.sprite) else {
      return false
    }
    let box = Self.box(entry, at: marker.position, in: view)
    return !box.intersection(PixelRect(view.surface)).isEmpty
  }

  /// Returns the area of the picture in which markers may be visible.
  private func area(seenIn view: Viewport, reach: Int) -> Rect {
    let far = Double(reach) + 1
    let a = view.imagePoint(at: Point(x: -far, y: -far))
    let b = view.imagePoint(
      at: Point(x: Double(view.surface.width) + far, y: Double(view.surface.height) + far))
    return Rect(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// Returns the topmost visible markers, without selected ones, in z-order.
  private mutating func slots(in view: Viewport, room: Int) -> [Int32] {
    let area = area(seenIn: view, reach: atlas.reach)
    let hasSelection = !selection.isEmpty
    func counts(_ slot: Int32) -> Bool {
      let point = points[Int(slot)]
      guard point.x >= area.minX, point.x <= area.maxX, point.y >= area.minY, point.y <= area.maxY
      else { return false }
      if hasSelection, let id = markers[Int(slot)]?.id, selection.contains(id) { return false }
      return isSeen(slot, in: view)
    }
    var near = 0
    index.forEachCell(touching: area) { slots in
      near += slots.count
      return near <= Self.mostSearched
    }
    if near > Self.mostSearched {
      var found: [Int32] = []
      for slot in allOrdered().reversed() where counts(slot) {
        if found.count == room { break }
        found.append(slot)
      }
      return found.reversed()
    }
    var found: [Int32] = []
    index.forEachCell(touching: area) { slots in
      for slot in slots where counts(slot) { found.append(slot) }
      return true
    }
    return Array(found.sorted(by: isBelow).suffix(room))
  }

  // MARK: Clusters

  /// Returns the visible markers and clusters: first single markers, then clusters row by row.
  private mutating func clusters(
    in view: Viewport, _ clustering: MarkerClustering, room: Int
  ) -> [PlacedMarker] {
    guard let entry = atlas.entry(clustering.sprite) else { return [] }
    // The view may be rotated by quarter turns, so take the longest side.
    let inset =
      Double(
        max(
          max(entry.anchorX, entry.area.width - entry.anchorX),
          max(entry.anchorY, entry.area.height - entry.anchorY))) + 1
    let distance = max(
      clustering.distance.isFinite ? clustering.distance : 0, 2 * inset, 8)
    var level = Int((distance / view.scale).exponent)
    if distance / view.scale > Double(sign: .plus, exponent: level, significand: 1) { level += 1 }
    // On a very large surface there would be more squares than bitmaps.
    let most = Double(max(1, min(room, Self.mostPlaced - 200)))
    while Self.squares(level, in: view) > most { level += 1 }
    let edge = Double(sign: .plus, exponent: level, significand: 1)
    let grid = grid(level: level, edge: edge)

    var taken: [GridCell: [Int32]] = [:]
    for slot in selectedSlots {
      taken[GridCell(of: points[Int(slot)], edge: edge), default: []].append(slot)
    }
    var lone: [Int32] = []
    var several: [(cell: GridCell, item: PlacedMarker)] = []
    let area = area(seenIn: view, reach: atlas.reach)
    let surface = PixelRect(view.surface)
    grid.forEach(touching: area) { cell, sum in
      var sum = sum
      for slot in taken[cell] ?? [] {
        sum.subtract(slot, points[Int(slot)], in: cell, edge: edge)
      }
      if sum.count == 1 {
        if isSeen(sum.slots, in: view) { lone.append(sum.slots) }
      } else if sum.count > 1 {
        let point = grid.middle(of: sum, in: cell, inset: inset / view.scale)
        guard !Self.box(entry, at: point, in: view).intersection(surface).isEmpty else { return }
        several.append(
          (
            cell,
            PlacedMarker(
              content: .cluster(MarkerCluster(cell: cell, level: level), count: sum.count),
              point: point, sprite: clustering.sprite)
          ))
      }
    }
    let items =
      lone.sorted(by: isBelow).compactMap { marker(at: $0, isSelected: false) }
      + several.sorted { $0.cell < $1.cell }.map(\.item)
    return Array(items.suffix(room))
  }

  /// Returns the maximum number of squares that a surface touches.
  private static func squares(_ level: Int, in view: Viewport) -> Double {
    let edge = Double(sign: .plus, exponent: level, significand: 1) * view.scale
    return (Double(view.surface.width) / edge + 2) * (Double(view.surface.height) / edge + 2)
  }
}
