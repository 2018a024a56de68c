import Filters

/// A chain whose frames are timed.
struct FilterContender {
  let name: String
  let chain: FilterChain
  /// Milliseconds of each frame, in the order in which they were drawn.
  var milliseconds: [Double] = []
  /// Milliseconds of the first frame, in which the driver compiles the chain.
  var firstMilliseconds = 0.0
  /// Passes that a frame takes.
  var passes = 0

  init(_ name: String, _ text: String) throws(FilterError) {
    self.name = name
    chain = try FilterLibrary.builtIn.chain(parsing: text) {
      (_) throws(FilterError) in throw FilterError("no tables here")
    }
  }

  /// The time that half of the frames did not exceed.
  var median: Double { time(0.5) }

  /// The time that a part of the frames did not exceed.
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
