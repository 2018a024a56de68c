import Geometry
import Graphics
import Platform

/// A display and a context of it, given back in the order that drivers survive.
final class GLSession {
  /// The context that draws.
  let context: Context
  /// The kind of pixels of the context and its surfaces.
  let configuration: Configuration
  // After the context: stored values go in the order in which they stand here.
  private let displayBox: Shared<Display>

  /// What EGL draws with.
  var display: Shared<Display> { displayBox }

  /// Opens the display that a target asks for, and makes a context of it.
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

  /// The name of a driver for want of a GPU, which draws no better than plain code does; `nil`
  /// where there is a GPU, or where the window has finer steps than plain code draws.
  func plainDriver() throws(GLError) -> String? {
    guard configuration.bits <= 8 else { return nil }
    return try context.withCurrent { (gl: borrowing Current) throws(GLError) in
      gl.isSoftware ? gl.renderer : nil
    }
  }

  /// Compiles the programs and draws each once.
  func prepare() throws(GLError) -> Prepared {
    // In the very format of the window: a software GPU compiles each format anew.
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

  /// What a context offers once it is ready to draw.
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
