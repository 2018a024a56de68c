import Filters
import Geometry

/// One pass over the picture: it draws the tiles, or the result of an earlier pass.
///
/// Colour functions need no pass of their own: they are part of the pass that produces their input.
struct FilterPass: Hashable {
  /// A function of a chain: the filter's index in the chain and the stage's index in the filter.
  struct Step: Hashable {
    var link: Int
    var stage: Int
  }

  /// How far the pass samples around a pixel of the previous pass; `nil` for the pass that draws
  /// tiles.
  var margin: FilterMargin?
  /// The functions in order; a pass over an image begins with the image function.
  var steps: [Step]
  /// The encoding of the input colours.
  var input: FilterLight
  /// The encoding that the next pass expects; `nil` for the display's.
  var output: FilterLight?

  /// True if the pass samples the result of an earlier pass.
  var isImage: Bool { margin != nil }

  /// Returns the passes of a chain; the first one always draws the tiles.
  ///
  /// `isLit` is true if the tiles' colours are converted to linear light first.
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
        // Store colours as the function expects them: it may sample a hundred of them per pixel.
        passes[passes.count - 1].output = definition.light
        passes.append(
          FilterPass(margin: margin, steps: [step], input: definition.light, output: nil))
      }
    }
    return passes
  }
}

/// The affine mapping between the view's pixels and the picture's, in both directions, for filters.
struct FilterPlacement: Hashable {
  /// The image point at the view's corner, and the image steps per view pixel to the right and
  /// down.
  var image: (origin: Point, right: Point, down: Point) {
    (imageOrigin, imageRight, imageDown)
  }
  private let imageOrigin: Point
  private let imageRight: Point
  private let imageDown: Point
  private let viewOrigin: Point
  private let viewRight: Point
  private let viewDown: Point

  /// The view point at the picture's corner, and the view steps per image pixel to the right and
  /// down.
  var view: (origin: Point, right: Point, down: Point) { (viewOrigin, viewRight, viewDown) }
  /// The size of the upright picture in its own pixels.
  let size: Extent
  /// Device pixels per image pixel.
  let zoom: Double

  /// Creates the placement of a view.
  init(_ view: Viewport) {
    size = view.picture
    zoom = view.scale
    // Over a long distance: far from the corner, the difference of adjacent points is mostly
    // rounding error.
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
