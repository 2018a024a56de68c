import Filters
import Geometry

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
  ///
  /// `isLit` says that the tiles' colours come as light.
  static func passes(of definitions: [FilterDefinition], isLit: Bool = false) -> [FilterPass] {
    let input: FilterLight = isLit ? .linear : .encoded
    var passes = [FilterPass(margin: nil, steps: [], input: input, output: nil)]
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

/// Where filters find the picture: the view's pixels in the picture and back, affine both ways.
struct FilterPlacement: Hashable {
  /// The point under the view's corner, and the steps to the right and down.
  var image: (origin: Point, right: Point, down: Point) {
    (imageOrigin, imageRight, imageDown)
  }
  private let imageOrigin: Point
  private let imageRight: Point
  private let imageDown: Point
  private let viewOrigin: Point
  private let viewRight: Point
  private let viewDown: Point

  /// Where the picture's corner is in the view, and the steps of its pixels to the right and down.
  var view: (origin: Point, right: Point, down: Point) { (viewOrigin, viewRight, viewDown) }
  /// The picture's size, upright, in its pixels.
  let size: Extent
  /// Device pixels per image pixel.
  let zoom: Double

  /// The placement of a view.
  init(_ view: Viewport) {
    size = view.picture
    zoom = view.scale
    // Over long distances: the difference of neighbours is mostly rounding far from the corner.
    let far = 4096.0
    imageOrigin = view.imagePoint(at: .zero)
    imageRight = (view.imagePoint(at: Point(x: far, y: 0)) - imageOrigin) * (1 / far)
    imageDown = (view.imagePoint(at: Point(x: 0, y: far)) - imageOrigin) * (1 / far)
    let width = max(1, size.width)
    let height = max(1, size.height)
    viewOrigin = view.devicePoint(of: .zero)
    viewRight = (view.devicePoint(of: Point(x: width, y: 0)) - viewOrigin) * (1 / width)
    viewDown = (view.devicePoint(of: Point(x: 0, y: height)) - viewOrigin) * (1 / height)
  }
}
