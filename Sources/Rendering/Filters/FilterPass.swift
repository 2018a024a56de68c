import Filters

/// One drawing of the picture: of its tiles, or of what an earlier pass has drawn.
///
/// Colour functions cost no pass: they belong to the one that makes the colours which they get.
struct FilterPass: Hashable {
  /// One function of a chain, by its filter's place in the chain and its own in the filter.
  struct Step: Hashable {
    var link: Int
    var stage: Int
  }

  /// How far the pass looks around a pixel of the one before; `nil` for the drawing of the tiles.
  var margin: FilterMargin?
  /// Its functions in order; that of a pass over an image begins.
  var steps: [Step]
  /// What the colours mean that go into it.
  var input: FilterLight
  /// What the next pass wants them to mean; `nil` for the display.
  var output: FilterLight?

  /// Whether it looks at what an earlier pass has drawn.
  var isImage: Bool { margin != nil }

  /// The passes of a chain's filters; the first is always that of the tiles.
  static func passes(of definitions: [FilterDefinition]) -> [FilterPass] {
    var passes = [FilterPass(margin: nil, steps: [], input: .encoded, output: nil)]
    for (link, definition) in definitions.enumerated() {
      for (stage, function) in definition.stages.enumerated() {
        let step = Step(link: link, stage: stage)
        guard case .image(let margin) = function.hook else {
          passes[passes.count - 1].steps.append(step)
          continue
        }
        // Stored as the function wants it: it may look at a hundred of them for each that it makes.
        passes[passes.count - 1].output = definition.light
        passes.append(
          FilterPass(margin: margin, steps: [step], input: definition.light, output: nil))
      }
    }
    return passes
  }
}
