import Geometry
import Graphics
import Platform

/// A display and its context, freed in an order that drivers survive.
final class GLSession {
  /// The drawing context.
  let context: Context
  /// The pixel format of the context and its surfaces.
  let configuration: Configuration
  // After the context: stored properties are destroyed in declaration order.
  private let displayBox: Shared<Display>

  /// The EGL display.
  var display: Shared<Display> { displayBox }

  /// Opens the display of a target and creates a context.
  init(_ request: RenderConfiguration) throws(EGLError) {
    switch request.target {
    case .window(let name, _, let visual):
      let display = try Display(x11: name)
      configuration = try Configuration(of: display, visual: visual)
      context = try Context(of: display, configuration, faults: request.faults)
      displayBox = Shared<Display>(display)
    case .offscreen:
      let display = try Display(surfaceless: ())
      configuration = try Configuration(offscreen: display)
      context = try Context(of: display, configuration, faults: request.faults)
      displayBox = Shared<Display>(display)
    }
  }

  /// Returns the name of a software driver, which the software renderer replaces.
  ///
  /// `nil` with a GPU, or if the window has more bits per channel than the software renderer draws.
  func plainDriver() throws(GLError) -> String? {
    guard configuration.bits <= 8 else { return nil }
    return try context.withCurrent { (gl: borrowing Current) throws(GLError) in
      gl.isSoftware ? gl.renderer : nil
    }
  }

  /// Compiles the programs and draws with each once.
  func prepare() throws(GLError) -> Prepared {
    // In exactly the window's format: a software GPU compiles programs for each format.
    var surface: Shared<Surface>?
    if configuration.makesPixelBuffers {
      surface = try? Shared<Surface>(
        Surface(pixelBuffer: PixelSize(width: 16, height: 16), of: display.value, configuration))
    }
    if let surface {
      return try context.withCurrent(drawingOn: surface.value) {
        (gl: borrowing Current) throws(GLError) in
        gl.drawOnSurface(size: PixelSize(width: 16, height: 16))
        return try Prepared(on: gl)
      }
    }
    return try context.withCurrent { (gl: borrowing Current) throws(GLError) in
      let framebuffer = try Framebuffer(size: PixelSize(width: 16, height: 16), on: gl)
      framebuffer.bind(on: gl)
      return try Prepared(on: gl)
    }
  }

  /// The properties of a context that is ready to draw.
  struct Prepared {
    var painter: TilePainter
    var renderer: String
    var isSoftware: Bool
    var maximumTextureSize: Int

    init(on gl: borrowing Current) throws(GLError) {
      painter = try TilePainter(on: gl)
      renderer = gl.renderer
      isSoftware = gl.isSoftware
      maximumTextureSize = gl.maximumTextureSize
      try painter.warmUp(on: gl)
      gl.releaseShaderCompiler()
    }
  }
}
