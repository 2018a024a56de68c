import Geometry

/// The markers of one picture: their sprites, positions and selection.
///
/// Adding, moving, changing and removing a marker takes microseconds with any number of markers; a
/// hundred thousand can be searched for each frame. A value, used on the view's thread.
package struct MarkerSet {
  /// The bitmaps of markers and clusters.
  package var atlas = SpriteAtlas()
  /// The selected markers: they have their selected sprite, are never clustered, and are on top.
  package var selection: Set<MarkerID> = [] { didSet { revision += 1 } }
  /// How nearby markers are combined into clusters; `nil` draws each.
  package var clustering: MarkerClustering? {
    didSet {
      guard clustering != oldValue else { return }
      grids.removeAll()
      revision += 1
    }
  }
  /// Increases whenever anything except the atlas's bitmaps changes.
  package private(set) var revision: UInt64 = 0

  private(set) var markers: [Marker?] = []
  private(set) var points: [Point] = []
  private var slots: [MarkerID: Int32] = [:]
  private var free: [Int32] = []
  private(set) var index = PointIndex()
  /// All slots in z-order, unless `isOrdered` is false.
  private var ordered: [Int32] = []
  private var isOrdered = true
  /// The cluster grids of some zoom levels, the most recently used last.
  private var grids: [(level: Int, grid: ClusterGrid)] = []

  /// The number of zoom levels whose grids are kept.
  private static let mostGrids = 4

  /// Creates an empty set.
  package init() {}

  /// The number of markers.
  package var count: Int { slots.count }
  /// True if there are no markers.
  package var isEmpty: Bool { slots.isEmpty }

  /// The marker with an ID; setting it adds, changes or removes it.
  package subscript(_ id: MarkerID) -> Marker? {
    get { slots[id].flatMap { markers[Int($0)] } }
    set {
      guard var marker = newValue else { return remove(id) }
      marker.id = id
      add(marker)
    }
  }

  /// Adds a marker, or replaces the one with its ID; a marker with a non-finite position is
  /// ignored.
  package mutating func add(_ marker: Marker) {
    guard marker.position.x.isFinite, marker.position.y.isFinite else { return }
    revision += 1
    if let slot = slots[marker.id] {
      let old = markers[Int(slot)]
      move(slot, to: marker.position)
      if old?.order != marker.order { isOrdered = false }
      markers[Int(slot)] = marker
      return
    }
    let slot: Int32
    if let last = free.popLast() {
      slot = last
      markers[Int(slot)] = marker
      points[Int(slot)] = marker.position
    } else {
      slot = Int32(markers.count)
      markers.append(marker)
      points.append(marker.position)
    }
    slots[marker.id] = slot
    index.insert(slot, points) { Array(slots.values) }
    for place in grids.indices { grids[place].grid.insert(slot, at: marker.position) }
    sortIn(slot)
  }

  /// Adds many markers at once.
  package mutating func add(contentsOf new: some Sequence<Marker>) {
    isOrdered = false
    for marker in new { add(marker) }
  }

  /// Moves a marker to a point, in units of the picture.
  package mutating func move(_ id: MarkerID, to point: Point) {
    guard let slot = slots[id], point.x.isFinite, point.y.isFinite else { return }
    revision += 1
    move(slot, to: point)
    markers[Int(slot)]?.position = point
  }

  /// Removes a marker, if it exists.
  package mutating func remove(_ id: MarkerID) {
    guard let slot = slots[id] else { return }
    revision += 1
    if isOrdered, let place = ordered.firstIndex(ofSorted: slot, by: isBelow) {
      ordered.remove(at: place)
    } else {
      isOrdered = false
    }
    slots[id] = nil
    selection.remove(id)
    index.remove(slot, at: points[Int(slot)])
    for place in grids.indices { grids[place].grid.remove(slot, at: points[Int(slot)]) }
    markers[Int(slot)] = nil
    free.append(slot)
  }

  /// Removes all markers; the bitmaps stay.
  package mutating func removeAll() {
    let (atlas, clustering, revision) = (atlas, clustering, revision)
    self = MarkerSet()
    self.atlas = atlas
    self.clustering = clustering
    self.revision = revision + 1
  }

  /// The slots of the selected markers, in z-order.
  var selectedSlots: [Int32] {
    selection.compactMap { slots[$0] }.sorted(by: isBelow)
  }

  /// True if a marker is below another in z-order.
  func isBelow(_ left: Int32, _ right: Int32) -> Bool {
    guard let a = markers[Int(left)], let b = markers[Int(right)] else { return left < right }
    return (a.order, a.id) < (b.order, b.id)
  }

  /// Returns all slots in z-order.
  mutating func allOrdered() -> [Int32] {
    if !isOrdered {
      ordered = slots.values.sorted(by: isBelow)
      isOrdered = true
    }
    return ordered
  }

  /// Returns the cluster grid of a level, whose squares have an edge of 2^level units.
  mutating func grid(level: Int, edge: Double) -> ClusterGrid {
    if let place = grids.firstIndex(where: { $0.level == level && $0.grid.edge == edge }) {
      if place != grids.count - 1 { grids.append(grids.remove(at: place)) }
      return grids[grids.count - 1].grid
    }
    var grid = ClusterGrid(edge: edge)
    for slot in slots.values { grid.insert(slot, at: points[Int(slot)]) }
    grids.append((level, grid))
    if grids.count > Self.mostGrids { grids.removeFirst() }
    return grid
  }

  /// Returns a grid that exists already; `nil` if it has been evicted.
  func madeGrid(level: Int) -> ClusterGrid? { grids.last { $0.level == level }?.grid }

  private mutating func move(_ slot: Int32, to point: Point) {
    let old = points[Int(slot)]
    guard old != point else { return }
    index.move(slot, from: old, to: point)
    for place in grids.indices {
      grids[place].grid.remove(slot, at: old)
      grids[place].grid.insert(slot, at: point)
    }
    points[Int(slot)] = point
  }

  private mutating func sortIn(_ slot: Int32) {
    guard isOrdered else { return }
    ordered.insert(slot, at: ordered.firstIndex(afterSorted: slot, by: isBelow))
  }
}

extension [Int32] {
  /// Returns the index at which an element is inserted: before the first that is not below it.
  fileprivate func firstIndex(
    afterSorted element: Int32, by isBelow: (Int32, Int32) -> Bool
  ) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(self[middle], element) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the index of an element in a sorted array.
  fileprivate func firstIndex(
    ofSorted element: Int32, by isBelow: (Int32, Int32) -> Bool
  ) -> Int? {
    let place = firstIndex(afterSorted: element, by: isBelow)
    return place < count && self[place] == element ? place : nil
  }
}
