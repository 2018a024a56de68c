import Filters
import Geometry
import Testing
import Zooming

/// A picture and a zoom with which an image filter is tested.
enum Scene: String, CaseIterable, CustomTestStringConvertible {
  case natural, edges, glass
  /// Drawn from a level of half the picture's size.
  case halved
  /// With interpolated pixels, and with crisp ones.
  case smooth, crisp

  var testDescription: String { rawValue }

  var picture: TestPicture {
    switch self {
    // Larger than a tile in both directions.
    case .natural: .natural(300, 270)
    case .edges: .edges(290, 130)
    case .glass: .glass(270, 140)
    case .halved: .natural(150, 120, seed: 3)
    case .smooth: .glass(106, 74)
    case .crisp: .natural(90, 64, seed: 5)
    }
  }

  var zoom: Double {
    switch self {
    case .natural, .edges, .glass: 1
    case .halved: 0.5
    case .smooth: 1.5
    case .crisp: 3
    }
  }

  /// The whole picture at the scene's zoom.
  var view: Viewport {
    let size = picture.size
    let shown = zoom < 1 ? PixelSize(width: size.width * 2, height: size.height * 2) : size
    return .of(
      shown,
      on: PixelSize(
        width: Int((Double(shown.width) * zoom).rounded()),
        height: Int((Double(shown.height) * zoom).rounded())),
      scale: zoom)
  }

  func draw(_ chain: FilterChain) throws -> FilteredPixels {
    try FilterBench(picture).draw(
      chain, view: view, magnification: self == .crisp ? .crisp : .smooth)
  }
}

/// Draws a scene through a chain, and expects the formula's result with at least 48 dB.
///
/// The formula returns the straight colour of a pixel of the view, in the light of the chain's
/// filter.
func expectScene(
  _ scene: Scene, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
  is formula: (_ view: ReferenceView, _ x: Int, _ y: Int) -> SIMD4<Double>
) throws {
  let chain = try FilterChain.reading(text)
  let light = try #require(chain.links.first).definition.light
  let view = ReferenceView(
    scene.picture, zoom: scene.zoom, isCrisp: scene == .crisp, light: light)
  let expected = view.filtered { formula(view, $0, $1) }
  let psnr = try scene.draw(chain).psnr(expected)
  #expect(psnr >= 48, "\(text), \(scene): \(psnr) dB", sourceLocation: sourceLocation)
}
