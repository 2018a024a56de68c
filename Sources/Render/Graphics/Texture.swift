import CGLES
import Geometry

/// A single-level RGBA texture, deleted with its owner.
package struct Texture: ~Copyable {
  private let name: GLuint
  private let mark: ThreadChecker
  /// Its size.
  package let size: PixelSize
  /// The storage format of the pixels.
  package let format: TextureFormat

  /// Creates a texture with undefined pixels, linear filtering and clamped edges.
  package init(
    size: PixelSize, format: TextureFormat = .bytes, on gl: borrowing Current
  ) throws(GLError) {
    guard !gl.refusesTexture(of: size) else {
      throw .call("glTexStorage2D", code: GL_INVALID_VALUE)
    }
    var name: GLuint = 0
    glGenTextures(1, &name)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glTexStorage2D(
      GLenum(GL_TEXTURE_2D), 1, format.rawValue, GLsizei(size.width), GLsizei(size.height))
    do throws(GLError) { try GLError.check("glTexStorage2D") } catch {
      glDeleteTextures(1, &name)
      throw error
    }
    let target = GLenum(GL_TEXTURE_2D)
    glTexParameteri(target, GLenum(GL_TEXTURE_MIN_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_MAG_FILTER), GL_LINEAR)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_S), GL_CLAMP_TO_EDGE)
    glTexParameteri(target, GLenum(GL_TEXTURE_WRAP_T), GL_CLAMP_TO_EDGE)
    self.init(name: name, size: size, format: format)
  }

  /// Adopts a texture that another context of the share group has created and released.
  package init(adopting parcel: Handoff, on gl: borrowing Current) {
    self.init(name: parcel.name, size: parcel.size, format: parcel.format)
  }

  private init(name: GLuint, size: PixelSize, format: TextureFormat) {
    self.name = name
    self.size = size
    self.format = format
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteTextures(1, &name)
  }

  /// The size of its pixels in bytes.
  package var byteCount: Int { size.width * size.height * format.bytesPerPixel }

  /// Replaces all pixels from rows without padding, top row first.
  ///
  /// `Current.check` reports errors.
  package borrowing func replace(
    with pixels: UnsafeRawBufferPointer, on gl: borrowing Current
  ) {
    precondition(pixels.count >= byteCount)
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    glTexSubImage2D(
      GLenum(GL_TEXTURE_2D), 0, 0, 0, GLsizei(size.width), GLsizei(size.height), GLenum(GL_RGBA),
      GLenum(format == .halfFloats ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE), pixels.baseAddress)
  }

  /// Binds the texture for sampling.
  package borrowing func bind(on gl: borrowing Current) {
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
  }

  /// Attaches the texture to the bound framebuffer.
  borrowing func attach() {
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_TEXTURE_2D), name, 0)
  }

  /// Releases ownership, for adoption on another thread; the adopter deletes the texture.
  package consuming func release() -> Handoff {
    let parcel = Handoff(name: name, size: size, format: format)
    discard self
    return parcel
  }

  /// A texture on its way between threads; it leaks unless it is adopted.
  package struct Handoff: Sendable {
    fileprivate let name: UInt32
    /// Its size.
    package let size: PixelSize
    fileprivate let format: TextureFormat
  }
}

@available(*, unavailable) extension Texture: Sendable {}
