import Filters

/// A filter chain whose frames are timed.
struct FilterContender {
  let name: String
  let chain: FilterChain
  /// The time of each frame in milliseconds, in drawing order.
  var milliseconds: [Double] = []
  /// The time of the first frame in milliseconds; the driver compiles the chain in it.
  var firstMilliseconds = 0.0
  /// The number of passes per frame.
  var passes = 0

  init(_ name: String, _ text: String) throws(FilterError) {
    self.name = name
    chain = try FilterLibrary.builtIn.chain(parsing: text) {
      (_) throws(FilterError) in throw FilterError("no tables here")
    }
  }

  /// The median frame time in milliseconds.
  var median: Double { time(0.5) }

  /// Returns a percentile of the frame times in milliseconds; `part` is from 0 to 1.
  func time(_ part: Double) -> Double {
    let sorted = milliseconds.sorted()
    return sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * part).rounded())]
  }

  static func all() throws(FilterError) -> [FilterContender] {
    let ten =
      "exposure(0.3),brightness-contrast(0.05,0.1),gamma(1.1),levels,white-balance(5600),"
      + "saturation(0.2),hue(10),sepia(0.3),posterize(32),vignette(0.4)"
    var all = [
      try FilterContender("no filter", ""),
      try FilterContender("one colour filter", "exposure(0.3)"),
      try FilterContender("ten colour filters", ten),
    ]
    for filter in FilterLibrary.builtIn.filters
    where filter.stages.contains(where: { $0.hook != .color }) {
      all.append(try FilterContender(filter.name, filter.name))
    }
    all.append(try FilterContender("blur, sharpen and ten", "blur,sharpen," + ten))
    return all
  }
}
