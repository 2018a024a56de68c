import CGLES
import Geometry
import Platform

/// Proof that a context is current on this thread; all GL calls require it.
///
/// Only a context creates it, for the length of one closure, and it can't be stored.
package struct Current: ~Copyable {
  private let faults: FaultInjector?

  init(faults: FaultInjector?) { self.faults = faults }

  /// The driver's name of the renderer.
  ///
  /// The corresponding C constant is `GL_RENDERER`.
  package var renderer: String {
    guard let text = glGetString(GLenum(GL_RENDERER)) else { return "OpenGL ES" }
    return String(cString: text)
  }

  /// True if the driver draws in software.
  package var isSoftware: Bool {
    let renderer = renderer.lowercased()
    let names = ["llvmpipe", "softpipe", "swrast", "software"]
    return names.contains { renderer.containsBytes(of: $0) }
  }

  /// The maximum edge of a texture in pixels.
  ///
  /// The corresponding C constant is `GL_MAX_TEXTURE_SIZE`.
  package var maximumTextureSize: Int {
    var edge: GLint = 0
    glGetIntegerv(GLenum(GL_MAX_TEXTURE_SIZE), &edge)
    return min(Int(edge), faults?.largestTexture ?? .max)
  }

  /// True if a test has limited textures to less than this size.
  func refusesTexture(of size: PixelSize) -> Bool {
    max(size.width, size.height) > faults?.largestTexture ?? .max
  }

  /// Throws if the GPU has been reset since the context was created.
  package borrowing func checkReset() throws(GLError) {
    if let faults, faults.takesLoss() { throw .contextLost }
    if ResetStatus(rawValue: fresnel_gl_reset_status()).isLost { throw .contextLost }
  }

  /// Throws the error that a call since the last check recorded.
  package borrowing func check(_ what: String) throws(GLError) { try GLError.check(what) }

  /// Draws on the whole current surface from now on.
  package borrowing func drawOnSurface(size: PixelSize) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
  }

  /// Draws on the first `size` pixels of a framebuffer, then restores the previous one.
  package borrowing func drawing<Result>(
    on framebuffer: borrowing Framebuffer, size: PixelSize,
    _ body: (borrowing Current) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    var before: GLint = 0
    var viewport: [GLint] = [0, 0, 0, 0]
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &before)
    glGetIntegerv(GLenum(GL_VIEWPORT), &viewport)
    framebuffer.bind(on: self)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
    defer {
      glBindFramebuffer(GLenum(GL_FRAMEBUFFER), GLuint(before))
      glViewport(viewport[0], viewport[1], GLsizei(viewport[2]), GLsizei(viewport[3]))
    }
    return try body(self)
  }

  /// Fills everything with a colour; channels are from 0 to 1.
  package borrowing func clear(red: Float, green: Float, blue: Float, alpha: Float) {
    glClearColor(red, green, blue, alpha)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
  }

  /// Sets the blend mode from now on.
  package borrowing func setBlending(_ blending: Blending) {
    switch blending {
    case .replace: glDisable(GLenum(GL_BLEND))
    case .over:
      glEnable(GLenum(GL_BLEND))
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    case .mix(let opacity):
      glEnable(GLenum(GL_BLEND))
      glBlendColor(0, 0, 0, opacity)
      glBlendFunc(GLenum(GL_CONSTANT_ALPHA), GLenum(GL_ONE_MINUS_CONSTANT_ALPHA))
    }
  }

  /// Selects the texture unit for binding textures; callers reset it to 0.
  package borrowing func useTextureUnit(_ unit: Int) {
    glActiveTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
  }

  /// Draws four corners, which the vertex shader derives from the vertex IDs.
  ///
  /// Such a draw needs no buffer and no vertex array.
  package borrowing func drawQuad() { glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4) }

  /// Submits all commands without waiting.
  package borrowing func flush() { glFlush() }

  /// Waits until all commands are done.
  package borrowing func finish() { glFinish() }

  /// Releases the driver's shader compiler; the next compilation takes longer.
  ///
  /// Mesa's table of built-in functions alone takes 6 MB.
  package borrowing func releaseShaderCompiler() { glReleaseShaderCompiler() }

  /// Reads RGBA pixels of the bound framebuffer; the row at y = 0 comes first.
  package borrowing func readPixels(_ rect: PixelRect) throws(GLError) -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: max(0, rect.width) * max(0, rect.height) * 4)
    guard !rect.isEmpty else { return pixels }
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 1)
    pixels.withUnsafeMutableBytes { bytes in
      glReadPixels(
        GLint(rect.minX), GLint(rect.minY), GLsizei(rect.width), GLsizei(rect.height),
        GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
    }
    try GLError.check("glReadPixels")
    return pixels
  }
}

@available(*, unavailable) extension Current: Sendable {}
