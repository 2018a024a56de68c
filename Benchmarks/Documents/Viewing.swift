import BenchmarkSupport
import Fresnel
import Geometry
import Glibc
import Platform
import TestSupport

/// A document in a view, with its decoder process.
struct Viewing {
  private let view: FresnelView
  /// The time from the file's name to the whole document, sharp, in milliseconds.
  let opening: Double

  init(_ document: Document) throws {
    var options = FresnelOptions()
    options.settings.scaleRange = 1e-6...1e9
    // Prefetching would count as work.
    options.settings.prefetches = false
    // A fade to sharp content that is already loaded would count as waiting.
    options.settings.fadeDuration = 0
    view = try FresnelView(offscreen: Sight.surface, options: options)
    // Drivers compile shaders before the first frame.
    view.show(
      try PixelSource(size: PixelSize(width: 1, height: 1), pixels: [0, 0, 0, 255]))
    _ = try view.pixels()
    let start = MonotonicClock.now()
    let source = try PictureSource(path: document.path)
    view.show(source)
    view.serve { [view] in view.shown == source.id }
    opening = (MonotonicClock.now() - start) * 1000
  }

  /// Zooms by one wheel step and returns the time until the view is sharp, in milliseconds.
  func step(to sight: Sight) -> Double {
    view.zoom(to: sight.stepBefore, center: PicturePoint(sight.center), animated: false)
    view.serve()
    let start = MonotonicClock.now()
    view.zoom(to: sight.scale, center: PicturePoint(sight.center), animated: false)
    view.serve()
    return (MonotonicClock.now() - start) * 1000
  }

  /// The peak memory of any decoder so far, in bytes.
  var decoderBytes: Int {
    let peaks = ProcessFamily(getpid()).children.filter {
      ProcessFamily.name(of: $0).hasPrefix("fresnel-decode")
    }.map(ProcessFamily.peakBytes(of:))
    return peaks.max() ?? 0
  }

  func close() { view.close() }
}
