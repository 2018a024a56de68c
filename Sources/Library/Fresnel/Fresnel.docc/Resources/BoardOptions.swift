import Fresnel

/// The options of the command line.
struct BoardOptions {
  /// The number of levels of detail, and how many of them magnify.
  var levelsOfDetail = 6
  var levelsOfDetailBias = 2
  /// The size of a cell in pixels.
  var edge = 256
  /// The size of the board in units.
  var extent = Extent(width: 8192, height: 6144)

  static let usage = """
    usage: Board [--levels N] [--bias N] [--edge PIXELS]
      --levels N     levels of detail, as CATiledLayer counts them (6)
      --bias N       how many of them are above 100 % (2)
      --edge PIXELS  the edge of a tile (256)
    """

  /// Parses the arguments; `nil` if one is not a valid option.
  init?(_ words: [String]) {
    var words = words[...]
    while let name = words.popFirst() {
      guard let number = words.popFirst().flatMap({ Int($0) }), number >= 0 else { return nil }
      switch name {
      case "--levels" where number > 0: levelsOfDetail = number
      case "--bias": levelsOfDetailBias = number
      case "--edge" where number > 0: edge = number
      default: return nil
      }
    }
    guard levelsOfDetailBias < levelsOfDetail else { return nil }
  }

  var levels: ProvidedLevels {
    ProvidedLevels(
      extent,
      scales: .ladder(levelsOfDetail: levelsOfDetail, levelsOfDetailBias: levelsOfDetailBias),
      shape: TileShape(edge: edge, overlap: 0))
  }
}
