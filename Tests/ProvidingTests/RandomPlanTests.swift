import Geometry
import Platform
import Synchronization
import TestSupport
import Testing
import Tiles
import Tiling

@testable import Providing

@Suite("Random plans", .timeLimit(.minutes(30)))
struct RandomPlanTests {
  private struct Refusal: Error {}

  /// A model of what a source owes according to the rules.
  private final class Model {
    let source: ProviderSource
    var open: Set<TileKey> = []
    var refused: Set<TileKey> = []
    var out: [UInt32: Tile] = [:]
    var requests: Set<UInt32> = []
    var flaws: [String] = []

    init(_ source: ProviderSource) { self.source = source }

    func want(_ keys: [TileKey], kept: Set<TileKey>) {
      let wanted = Set(keys)
      refused.formIntersection(wanted)
      open = wanted.subtracting(refused).subtracting(held)
      source.update(
        TilePlan(wanted: keys.map { .init(key: $0, quality: .exact) }, kept: kept),
        for: SourceDemand(surface: PixelSize(width: 1, height: 1)), now: 0)
    }

    /// Tiles that were delivered, are still valid, and have not been released.
    var held: Set<TileKey> { Set(out.filter { !stale.contains($0.key) }.values.map(\.key)) }
    var stale: Set<UInt32> = []

    func invalidate(_ area: Rect) {
      source.invalidate(area)
      // As in a view, what lies a pixel outside the area has changed too.
      stale.formUnion(out.filter { source.levels.tile($0.value.key, touches: area) }.keys)
      // A failed tile may or may not be retried; a plan without it resets that.
      want([], kept: [])
    }

    func release(_ request: UInt32) {
      guard let tile = out.removeValue(forKey: request) else { return }
      source.release(tile, now: 0)
    }

    func process(timeout: Double) {
      var set = PollSet()
      source.addDescriptors(to: &set)
      set.wait(timeout: source.nextDeadline == 0 ? 0 : timeout)
      for event in source.process(set, now: 0) {
        switch event {
        case .tile(let tile):
          answered(tile.key)
          if !requests.insert(tile.request).inserted { flaws.append("a number comes twice") }
          out[tile.request] = tile
        case .tileFailed(let key, _), .tileMissing(let key):
          answered(key)
          refused.insert(key)
        default: break
        }
      }
    }

    private func answered(_ key: TileKey) {
      if open.remove(key) == nil { flaws.append("\(key) is answered, but not owed") }
    }
  }

  @Test(
    "Each wanted tile is answered once, unwanted ones never, and nothing after the end",
    arguments: [UInt64.random(in: 1...999_999_999), 1, 2, 3, 116_123_298, 931_009_306],
    [false, true])
  func plans(seed: UInt64, isChanging: Bool) throws {
    var numbers = SeededNumbers(seed: seed)
    let running = Mutex<(now: [TileKey: Int], most: Int)>(([:], 0))
    let provider = NumberedTiles { request in
      running.withLock {
        $0.now[request.key, default: 0] += 1
        $0.most = max($0.most, $0.now[request.key] ?? 0)
      }
      defer { running.withLock { $0.now[request.key, default: 1] -= 1 } }
      switch (request.column &* 7 &+ request.row &* 3) % 11 {
      case 0: throw Refusal()
      case 1: return .missing
      case 2: return .pixels(.zero, [])
      default: return nil
      }
    }
    let source = try ProviderSource(
      Extent(width: 700, height: 500), .ladder(levelsOfDetail: 4, levelsOfDetailBias: 1),
      edge: 64, provider)
    let model = Model(source)
    let levels = [0.2, 0.25, 0.4, 0.5, 0.8, 1, 1.7, 2].map { source.levels.exactLevel(scale: $0) }
    for _ in 0..<150 {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0..<4:
        let level = try #require(levels.randomElement(using: &numbers))
        let keys = TileGrid(of: level).keys.shuffled(using: &numbers)
        let other = TileGrid(of: try #require(levels.randomElement(using: &numbers))).keys
        model.want(
          Array(keys.prefix(12) + other.prefix(3)),
          kept: Set(keys.suffix(10)).union(model.out.values.map(\.key)))
      case 4..<8: model.process(timeout: 0.001)
      case 8 where isChanging:
        let x = Double.random(in: 0..<600, using: &numbers)
        model.invalidate(Rect(minX: x, minY: 100, maxX: x + 90, maxY: 170))
      default:
        if let request = model.out.keys.sorted().randomElement(using: &numbers) {
          model.release(request)
        }
      }
    }
    let level = try #require(levels.randomElement(using: &numbers))
    model.want(TileGrid(of: level).keys, kept: [])
    for _ in 0..<10_000 where !model.open.isEmpty { model.process(timeout: 1) }
    #expect(model.open.isEmpty, "\(numbers.origin): \(model.open.count) tiles never come")
    #expect(model.flaws.isEmpty, "\(numbers.origin): \(model.flaws.first ?? "")")
    if !isChanging {
      let most = running.withLock { $0.most }
      #expect(most == 1, "\(numbers.origin): asked for while under way")
    }
    for request in model.out.keys.sorted() { model.release(request) }
    model.want([], kept: [])
    #expect(source.memoryBytes == 0, "\(numbers.origin): nothing is left")
    model.want(TileGrid(of: level).keys, kept: [])
    source.close()
    model.open = []
    for _ in 0..<20 { model.process(timeout: 0.001) }
    #expect(model.flaws.isEmpty, "\(numbers.origin): \(model.flaws.first ?? "") after the end")
  }
}
