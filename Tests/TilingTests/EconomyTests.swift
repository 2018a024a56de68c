import Geometry
import Glibc
import TestSupport
import Testing
import Tiles
import Zooming

@testable import Tiling

/// The cost of whole zooms, with a slow decoder.
@Suite("Decoding cost of whole zooms")
struct EconomyTests {
  static let surface = PixelSize(width: 1280, height: 800)

  /// A zoom from the fit view to another scale, simulated frame by frame until no tile is wanted.
  struct Run {
    /// The pixels that the decoder delivered: needed by views, and prefetched.
    var needed = 0
    var prefetched = 0
    /// When the last tile of the settled view arrived, in seconds.
    var sharpAt = 0.0
    var displayed = 0
    /// The share of the view under tiles finer than the fit view's, averaged over the frames.
    var covered = 0.0

    /// Zooms in `steps` equal steps, with a decoder that makes `tilesPerSecond`.
    ///
    /// It makes them one by one in the order of the requests or, if they take passes, all tiles of
    /// a level at once.
    init(
      picture: PixelSize, scale: Double, cursor: Point, tilesPerSecond: Double,
      access: TilePlanner.Access, steps: Int = 1, isMoving: Bool = true
    ) {
      let planner = TilePlanner(
        info: SourceInfo(size: picture, isRandomAccess: access == .direct))
      var zoom = ZoomController(surface: EconomyTests.surface, picture: picture)
      var resident = Dictionary(
        uniqueKeysWithValues: TileGrid(of: zoom.destination.fitLevel).keys.map {
          ($0, TileQuality.exact)
        })
      let factor = pow(scale / zoom.destination.scale, 1 / Double(steps))
      var stepsDone = 0
      var frames = 0
      var queue: [TilePlan.Wanted] = []
      var credit = 0.0
      var passLevel: Level?
      var missingSince: Double?
      var now = 0.0
      let step = 0.01
      while now < 60 {
        if stepsDone < steps {
          zoom.zoom(byFactor: factor, at: cursor, now: now)
          stepsDone += 1
        }
        let view = zoom.viewport(at: now)
        let moves = zoom.isMoving(at: now)
        let steady = now - Double(stepsDone - 1) * step
        let motion =
          moves && isMoving
          ? TilePlanner.Motion(lag: missingSince.map { now - $0 } ?? 0, steady: steady) : nil
        let plan = planner.plan(
          destination: zoom.destination, current: view, resident: resident, access: access,
          motion: motion)
        resident = resident.filter { plan.kept.contains($0.key) }
        missingSince = plan.wanted.isEmpty ? nil : missingSince ?? now
        // First in, first out; tiles that are no longer wanted are cancelled.
        let all = plan.wanted + plan.prefetched
        queue = queue.filter(all.contains) + all.filter { !queue.contains($0) }
        if queue.isEmpty, !moves { break }
        covered += zoom.destination.coveredShare(by: resident)
        frames += 1
        now += step
        credit = queue.isEmpty ? 0 : credit + step * tilesPerSecond
        var made: [TilePlan.Wanted] = []
        switch access {
        case .direct:
          let count = min(Int(credit), queue.count)
          credit -= Double(count)
          made = Array(queue[..<count])
        case .pass, .upTo:
          if let level = queue.first?.key.level, level == passLevel {
            // A pass takes as long as 24 tiles.
            if credit >= 24 { made = queue.filter { $0.key.level == level } }
          } else {
            passLevel = queue.first?.key.level
            credit = 0
          }
          if !made.isEmpty { credit = 0 }
        }
        queue.removeAll { made.contains($0) }
        for tile in made {
          resident[tile.key] = tile.quality
          let isNeeded = plan.wanted.contains(tile)
          if isNeeded { sharpAt = now }
          needed += isNeeded ? tile.key.area.size.area ?? 0 : 0
          prefetched += isNeeded ? 0 : tile.key.area.size.area ?? 0
        }
      }
      covered /= Double(max(1, frames))
      displayed = zoom.destination.displayedPixels
    }
  }

  @Test(
    "Forty zooms decode at most 50 % more than is visible, or 2 × with prefetching",
    arguments: [TilePlanner.Access.direct, .pass])
  func ratio(access: TilePlanner.Access) {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededNumbers(seed: seed)
    var exact: [Double] = []
    var all: [Double] = []
    for picture in [
      PixelSize(width: 1920, height: 1280), .init(width: 3000, height: 2000),
      .init(width: 3024, height: 4032), .init(width: 6000, height: 4000),
      .init(width: 12000, height: 9000),
    ] {
      let fit = Viewport(fitting: picture, on: Self.surface).fitScale
      for _ in 0..<40 {
        let scale = pow(fit, Double.random(in: 0..<1, using: &random))
        let cursor = Point(
          x: Double.random(in: 0..<1280, using: &random),
          y: Double.random(in: 0..<800, using: &random))
        let speed = exp(Double.random(in: log(100)...log(8000), using: &random))
        let run = Run(
          picture: picture, scale: scale, cursor: cursor, tilesPerSecond: speed, access: access)
        exact.append(Double(run.needed) / Double(run.displayed))
        all.append(Double(run.needed + run.prefetched) / Double(run.displayed))
      }
    }
    let (exactMean, mean) = (exact.reduce(0, +) / 200, all.reduce(0, +) / 200)
    #expect(exactMean <= 1.5 && exactMean >= 1, "\(exactMean), seed \(seed)")
    #expect(mean <= 2 && mean >= exactMean, "\(mean), seed \(seed)")
    print("seed \(seed): \(exactMean), with what is made prefetched \(mean)")
  }

  @Test(
    "Changing direction gives sharper views and hardly delays the view at rest",
    arguments: [TilePlanner.Access.direct, .pass])
  func chase(access: TilePlanner.Access) {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededNumbers(seed: seed)
    let picture = PixelSize(width: 12000, height: 9000)
    var with = 0.0
    var without = 0.0
    for _ in 0..<10 {
      let scale = Double.random(in: 0.3...0.9, using: &random)
      let cursor = Point(x: Double.random(in: 0..<1280, using: &random), y: 300)
      let speed = Double.random(in: 400...1000, using: &random)
      func run(_ isMoving: Bool) -> Run {
        Run(
          picture: picture, scale: scale, cursor: cursor, tilesPerSecond: speed, access: access,
          steps: 100, isMoving: isMoving)
      }
      let (helped, plain) = (run(true), run(false))
      with += helped.covered / 10
      without += plain.covered / 10
      let delay =
        access == .pass
        ? TilePlanner.steadiness : Double(TilePlanner.fallbacksAtOnce) / speed
      #expect(helped.sharpAt <= plain.sharpAt + delay + 0.021, "seed \(seed)")
    }
    #expect(with > without + 0.1, "\(with) \(without), seed \(seed)")
  }
}

extension Viewport {
  /// The share of the view under exact tiles of any level finer than the fit view.
  fileprivate func coveredShare(by resident: [TileKey: TileQuality]) -> Double {
    var open = [surfaceRect.intersection(shownRect)]
    let whole = open[0].width * open[0].height
    for key in resident.keys where key.level.size.width > fitLevel.size.width {
      let rect = deviceRect(of: key.area, in: key.level.size)
      open = open.flatMap { $0.subtracting(rect) }
    }
    return 1 - open.reduce(0) { $0 + $1.width * $1.height } / whole
  }
}
