import Geometry
import TestSupport
import Testing

@testable import Markers

/// Marker sets, compared with brute force over all markers.
@Suite struct MarkerSetTests {
  static let surface = PixelSize(width: 640, height: 480)
  static let picture = Extent(width: 4000, height: 3000)

  static func bitmap(_ size: PixelSize) -> [UInt8] {
    // Opaque except for the top left quarter.
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isClear = x < size.width / 2 && y < size.height / 2
        bytes += isClear ? [0, 0, 0, 0] : [200, 90, 30, 255]
      }
    }
    return bytes
  }

  /// A set with three bitmaps.
  static func set() throws -> (MarkerSet, [SpriteID]) {
    var set = MarkerSet()
    let sizes = [(8, 8, 4, 4), (20, 30, 10, 29), (13, 7, -3, 2)]
    let sprites = try sizes.map { width, height, x, y in
      let size = PixelSize(width: width, height: height)
      let sprite = set.atlas.add(
        size: size, pixels: bitmap(size), anchor: Point(x: Double(x), y: Double(y)))
      return try #require(sprite)
    }
    return (set, sprites)
  }

  static func view(_ random: inout SeededNumbers) -> Viewport {
    let isSettled = Bool.random(using: &random)
    let origin = Point(
      x: .random(in: -2000...300, using: &random), y: .random(in: -2000...300, using: &random))
    return Viewport(
      surface: surface, picture: picture,
      orientation: Orientation(
        isMirrored: .random(using: &random), quarterTurns: .random(in: 0...3, using: &random)),
      scale: .random(in: 0.05...3, using: &random),
      origin: isSettled ? Point(x: origin.x.rounded(), y: origin.y.rounded()) : origin,
      isSettled: isSettled)
  }

  static func marker(
    _ number: Int, _ sprites: [SpriteID], _ random: inout SeededNumbers
  ) -> Marker {
    Marker(
      MarkerID(UInt64(number)),
      at: Point(
        x: .random(in: -200...4200, using: &random), y: .random(in: -200...3200, using: &random)),
      sprite: sprites[Int.random(in: 0..<3, using: &random)],
      selectedSprite: Bool.random(using: &random) ? sprites[1] : nil,
      order: Int32.random(in: -3...3, using: &random))
  }

  /// The markers visible in a view, found by brute force.
  static func bruteForce(
    _ all: [MarkerID: Marker], _ set: MarkerSet, in view: Viewport
  ) -> [MarkerID] {
    let seen = all.values.filter {
      guard let box = set.box(of: $0.sprite, at: $0.position, in: view) else { return false }
      return !box.intersection(PixelRect(view.surface)).isEmpty
    }.sorted { ($0.order, $0.id) < ($1.order, $1.id) }.map(\.id)
    let selected = seen.filter(set.selection.contains)
    let plain = seen.filter { !set.selection.contains($0) }
    return plain.suffix(MarkerSet.mostPlaced - selected.count) + selected
  }

  static func ids(_ placed: [PlacedMarker]) -> [MarkerID] {
    placed.compactMap { if case .marker(let id) = $0.content { id } else { nil } }
  }

  @Test(arguments: 1...8) func theIndexFindsWhatALinearSearchFinds(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var (set, sprites) = try Self.set()
    var all: [MarkerID: Marker] = [:]
    for step in 0..<3000 {
      let id = MarkerID(UInt64(Int.random(in: 0..<600, using: &random)))
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let marker = Self.marker(Int(id.number), sprites, &random)
        set.add(marker)
        all[id] = marker
      case 4..<7:
        let point = Self.marker(0, sprites, &random).position
        set.move(id, to: point)
        all[id]?.position = point
      case 7: set.selection.formSymmetricDifference(all[id] == nil ? [] : [id])
      case 8:
        set.remove(id)
        all[id] = nil
      default: break
      }
      guard step % 50 == 0 else { continue }
      #expect(set.count == all.count, "seed \(seed)")
      let view = Self.view(&random)
      let isSame = Self.ids(set.placed(in: view)) == Self.bruteForce(all, set, in: view)
      #expect(isSame, "seed \(seed), step \(step)")
    }
  }

  /// If there are more markers than a frame takes, those lowest in z-order are left out.
  @Test(arguments: [1999, 2001, 7000, 60_000]) func theTopmostMarkersAreKept(count: Int) throws {
    var random = SeededNumbers(seed: UInt64(count))
    var (set, sprites) = try Self.set()
    var all: [MarkerID: Marker] = [:]
    for number in 0..<count {
      let marker = Self.marker(number, sprites, &random)
      all[marker.id] = marker
    }
    set.add(contentsOf: all.values)
    for number in 0..<40 { set.selection.insert(MarkerID(UInt64(number * 7))) }
    for scale in [0.12, 0.4, 2] {
      let view = Viewport(
        settledOn: Self.surface, picture: Self.picture, scale: scale,
        center: Point(x: 1700, y: 1200))
      let placed = set.placed(in: view)
      #expect(placed.count <= MarkerSet.mostPlaced)
      let isSame = Self.ids(placed) == Self.bruteForce(all, set, in: view)
      #expect(isSame, "\(random.origin), scale \(scale)")
    }
  }

  @Test(arguments: 1...6, [nil, 0, 254] as [UInt8?])
  func hitTestsFindTheTopmostMarker(seed: Int, alpha: UInt8?) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var (set, sprites) = try Self.set()
    var all: [MarkerID: Marker] = [:]
    for number in 0..<900 {
      let marker = Self.marker(number, sprites, &random)
      set.add(marker)
      all[marker.id] = marker
    }
    for number in 0..<30 { set.selection.insert(MarkerID(UInt64(number * 11))) }
    for _ in 0..<10 {
      let view = Self.view(&random)
      let placed = set.placed(in: view)
      let order = Self.bruteForce(all, set, in: view)
      for _ in 0..<100 {
        let point = Point(
          x: .random(in: 0..<640, using: &random), y: .random(in: 0..<480, using: &random))
        var expected: MarkerID?
        for id in order {
          guard let sprite = set.sprite(of: id), let position = all[id]?.position,
            let box = set.box(of: sprite, at: position, in: view),
            let size = set.atlas.size(of: sprite)
          else { continue }
          let x = Int(point.x) - box.minX
          let y = Int(point.y) - box.minY
          guard x >= 0, y >= 0, x < size.width, y < size.height else { continue }
          let isClear = x < size.width / 2 && y < size.height / 2
          if alpha == nil || !isClear { expected = id }
        }
        let hit = set.hit(point, among: placed, in: view, alpha: alpha)
        #expect(hit == expected.map { .marker($0) }, "seed \(seed) at \(point)")
      }
    }
  }

  // MARK: Clusters

  @Test(arguments: 1...6) func countsOfClustersAddUp(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var (set, sprites) = try Self.set()
    set.clustering = MarkerClustering(sprite: sprites[1], distance: 40)
    for number in 0..<3000 { set.add(Self.marker(number, sprites, &random)) }
    for number in 0..<20 { set.selection.insert(MarkerID(UInt64(number * 13))) }
    var tried = 0
    for scale in [0.02, 0.04, 0.06, 0.08] {
      for turns in 0...3 {
        let view = Viewport(
          settledOn: Self.surface, picture: Self.picture,
          orientation: Orientation(quarterTurns: turns), scale: scale)
        // Some markers are outside the picture: compare only while all are on the surface.
        let shown = view.shownRect
        let reach = 200 * scale + 40
        guard shown.minX > reach, shown.minY > reach, shown.maxX < 640 - reach,
          shown.maxY < 480 - reach
        else { continue }
        tried += 1
        let placed = set.placed(in: view)
        var sum = 0
        var names: [MarkerID] = []
        for item in placed {
          switch item.content {
          case .marker(let id):
            sum += 1
            names.append(id)
          case .cluster(let cluster, let count):
            sum += count
            let inside = set.markers(of: cluster)
            #expect(inside.count == count, "seed \(seed)")
            names += inside
          }
        }
        #expect(sum == set.count && Set(names).count == set.count, "seed \(seed), \(scale)")
      }
    }
    #expect(tried >= 12)
  }

  @Test(arguments: 1...6) func panningChangesNoCluster(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var (set, sprites) = try Self.set()
    set.clustering = MarkerClustering(sprite: sprites[1], distance: 40)
    for number in 0..<5000 { set.add(Self.marker(number, sprites, &random)) }
    var view = Viewport(
      settledOn: Self.surface, picture: Self.picture, scale: 0.7, center: Point(x: 1500, y: 1500))
    var known: [PlacedMarker.Content: Point] = [:]
    for _ in 0..<30 {
      for item in set.placed(in: view) {
        if let point = known[item.content] { #expect(point == item.point, "seed \(seed)") }
        known[item.content] = item.point
      }
      view.origin =
        view.origin
        + Point(
          x: Double(Int.random(in: -60...60, using: &random)),
          y: Double(Int.random(in: -60...60, using: &random)))
    }
    #expect(known.count > 50)
  }

  /// Cluster bitmaps never overlap, at any zoom.
  @Test(arguments: 1...10) func clustersDoNotOverlap(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    var (set, sprites) = try Self.set()
    set.clustering = MarkerClustering(sprite: sprites[1], distance: 10)
    for number in 0..<4000 { set.add(Self.marker(number, sprites, &random)) }
    let view = Self.view(&random)
    let boxes = set.placed(in: view).compactMap { item -> PixelRect? in
      guard case .cluster = item.content else { return nil }
      return set.box(of: item.sprite, at: item.point, in: view)
    }
    var overlaps = 0
    for (index, box) in boxes.enumerated() {
      for other in boxes[(index + 1)...] where !box.intersection(other).isEmpty { overlaps += 1 }
    }
    #expect(overlaps == 0, "seed \(seed)")
  }

  @Test func sumsFollowEveryChange() throws {
    var random = SeededNumbers()
    var (set, sprites) = try Self.set()
    set.clustering = MarkerClustering(sprite: sprites[0], distance: 40)
    let view = Viewport(
      settledOn: Self.surface, picture: Self.picture, scale: 0.5, center: Point(x: 2000, y: 1500))
    for number in 0..<500 { set.add(Self.marker(number, sprites, &random)) }
    _ = set.placed(in: view)
    for _ in 0..<2000 {
      let number = Int.random(in: 0..<700, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: set.add(Self.marker(number, sprites, &random))
      case 1:
        set.move(MarkerID(UInt64(number)), to: Self.marker(0, sprites, &random).position)
      default: set.remove(MarkerID(UInt64(number)))
      }
    }
    var fresh = MarkerSet()
    fresh.atlas = set.atlas
    fresh.clustering = set.clustering
    for number in 0..<700 {
      if let marker = set[MarkerID(UInt64(number))] { fresh.add(marker) }
    }
    let changed = set.placed(in: view)
    let made = fresh.placed(in: view)
    let isSame = changed.map(\.content) == made.map(\.content)
    #expect(isSame, "\(random.origin)")
    let apart = zip(changed, made).map { ($0.point - $1.point).length }.max() ?? 0
    #expect(apart < 1e-6, "\(random.origin)")
  }

  // MARK: Atlas and callouts

  @Test func bitmapsInAnAtlasKeepTheirPixels() throws {
    var random = SeededNumbers()
    var atlas = SpriteAtlas()
    var known: [SpriteID: (PixelSize, [UInt8])] = [:]
    for _ in 0..<400 {
      if Int.random(in: 0..<4, using: &random) == 0, let gone = known.keys.randomElement() {
        atlas.remove(gone)
        known[gone] = nil
        continue
      }
      let size = random.size(1...90, 1...60)
      let bytes = (0..<size.width * size.height * 4).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if let id = atlas.add(size: size, pixels: bytes, anchor: .zero) { known[id] = (size, bytes) }
    }
    #expect(known.count > 50)
    for (id, value) in known {
      let isSame = atlas.size(of: id) == value.0 && atlas.pixels(of: id) == value.1
      #expect(isSame, "\(random.origin)")
    }
    let short = atlas.add(size: PixelSize(width: 2, height: 2), pixels: [1], anchor: .zero)
    #expect(short == nil)
    let wide = atlas.add(
      size: PixelSize(width: 2000, height: 1), pixels: [UInt8](repeating: 0, count: 8000),
      anchor: .zero)
    #expect(wide == nil)
  }

  @Test(arguments: 1...300) func aCalloutStaysInsideAndPointsAtItsMarker(seed: Int) throws {
    var random = SeededNumbers(seed: UInt64(seed))
    let x = Int.random(in: -30...660, using: &random)
    let y = Int.random(in: -30...500, using: &random)
    let box = PixelRect(minX: x, minY: y, maxX: x + 24, maxY: y + 30)
    let size = random.size(60...640, 20...200)
    let tail = PixelSize(width: 18, height: 9)
    let place = CalloutPlacing(for: box, body: size, tail: tail, corner: 7, on: Self.surface)
    guard !box.intersection(PixelRect(Self.surface)).isEmpty else {
      return #expect(place == nil, "seed \(seed)")
    }
    let body = try #require(place).body
    #expect(body.intersection(PixelRect(Self.surface)) == body, "seed \(seed)")
    #expect(body.size == size)
    let drawn = try #require(place).tail
    #expect(drawn.minX >= body.minX && drawn.maxX <= body.maxX, "seed \(seed)")
    #expect(place?.isBelow == true ? drawn.maxY == body.minY : drawn.minY == body.maxY)
    // Away from the surface's edges, it points at the marker's centre and touches its box.
    if (60..<560).contains(x), y > 220, y < 440 {
      #expect(abs((drawn.minX + drawn.maxX) / 2 - (x + 12)) <= 1, "seed \(seed)")
      #expect(drawn.maxY == box.minY, "seed \(seed)")
    }
  }
}
