import BenchmarkSupport
import Fresnel
import FresnelDrawing
import Geometry
import Platform
import Tiles
import Tiling

/// Measures a delegate's drawing, as one tile and as views.
struct Measured {
  let delegate: any TileDelegate
  let surface: PixelSize
  var strips = StripRule.whereCheaper

  private func source(threads: Int? = nil) throws -> DrawingSource {
    try DrawingSource(
      id: .next(), delegate: delegate, background: .white, shape: .usual, threads: threads,
      strips: strips)
  }

  /// Returns the time from requesting a tile to its arrival in milliseconds, the best of `rounds`.
  func tile(_ key: TileKey, rounds: Int) throws -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
      let source = try source(threads: 1)
      let start = MonotonicClock.now()
      source.update(
        TilePlan(wanted: [.init(key: key, quality: .exact)]), for: SourceDemand(surface: surface),
        now: start)
      var isThere = false
      while !isThere {
        var poll = PollSet()
        source.addDescriptors(to: &poll)
        poll.wait(timeout: 10)
        isThere = source.process(poll, now: MonotonicClock.now()).contains {
          if case .tile = $0 { true } else { false }
        }
      }
      best = min(best, (MonotonicClock.now() - start) * 1000)
      source.close()
    }
    return best
  }

  /// Returns the milliseconds until a view at a scale is sharp: the first view of a new source, and
  /// after a wheel step; medians over `rounds`.
  func views(
    scale: Double, center: Point, rounds: Int
  ) throws -> (first: Double, step: Double) {
    var first: [Double] = []
    var steps: [Double] = []
    for _ in 0..<rounds {
      var options = FresnelOptions()
      options.settings.scaleRange = 1e-6...1e9
      // Prefetching would count as work.
      options.settings.prefetches = false
      // A fade to sharp content that is already loaded would count as waiting.
      options.settings.fadeDuration = 0
      let view = try FresnelView(offscreen: surface, options: options)
      // Drivers compile shaders before the first frame.
      view.show(
        try PixelSource(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255]))
      _ = try view.pixels()
      let source = try source()
      view.show(source)
      // The view opens with the whole world, then zooms to the scale that is measured.
      let start = MonotonicClock.now()
      view.serve { view.shown == source.id }
      view.zoom(to: scale, center: PicturePoint(center), animated: false)
      view.serve()
      first.append((MonotonicClock.now() - start) * 1000)
      let middle = MonotonicClock.now()
      view.zoom(to: scale * 1.25, center: PicturePoint(center), animated: false)
      view.serve()
      steps.append((MonotonicClock.now() - middle) * 1000)
      view.close()
    }
    return (first.sorted()[rounds / 2], steps.sorted()[rounds / 2])
  }
}
