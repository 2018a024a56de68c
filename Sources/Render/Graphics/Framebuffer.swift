import CGLES
import Geometry

/// Pixels that can be drawn on and read back, without a surface.
package struct Framebuffer: ~Copyable {
  private let name: GLuint
  private let mark: ThreadMark
  private let texture: Texture
  /// Its size.
  package var size: PixelSize { texture.size }

  /// Bytes of its pixels.
  package var byteCount: Int { texture.byteCount }

  /// A framebuffer with a texture of its own behind it.
  package init(
    size: PixelSize, format: TextureFormat = .bytes, on gl: borrowing Current
  ) throws(GLError) {
    try self.init(adopting: try Texture(size: size, format: format, on: gl), on: gl)
  }

  /// Has programs sample what was drawn on it, from here on; it must not be bound then.
  package borrowing func bindTexture(on gl: borrowing Current) { texture.bind(on: gl) }

  /// A framebuffer in front of a texture; what is drawn on stays what it was.
  package init(adopting texture: consuming Texture, on gl: borrowing Current) throws(GLError) {
    var before: GLint = 0
    glGetIntegerv(GLenum(GL_DRAW_FRAMEBUFFER_BINDING), &before)
    defer { glBindFramebuffer(GLenum(GL_FRAMEBUFFER), GLuint(before)) }
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    texture.attach()
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    guard status == GLenum(GL_FRAMEBUFFER_COMPLETE) else {
      glDeleteFramebuffers(1, &name)
      throw .incompleteFramebuffer(status: Int32(bitPattern: status))
    }
    self.name = name
    self.texture = texture
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteFramebuffers(1, &name)
  }

  /// Draws on it from here on, all of it.
  package borrowing func bind(on gl: borrowing Current) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
  }
}

@available(*, unavailable) extension Framebuffer: Sendable {}

/// A mark in the stream of GL commands that another context can wait for.
package struct Fence: ~Copyable {
  private let handle: GLsync
  private let mark: ThreadMark

  /// Marks everything that was sent so far; `Current.flush()` must follow, or others wait forever.
  package init(on gl: borrowing Current) throws(GLError) {
    guard let handle = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
      throw .outOfMemory("glFenceSync")
    }
    self.handle = handle
    mark = ThreadMark()
  }

  /// Takes over a fence that another context of the share group has made and released.
  package init(adopting parcel: Parcel, on gl: borrowing Current) throws(GLError) {
    guard let handle = GLsync(bitPattern: parcel.bits) else { throw .contextLost }
    self.handle = handle
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    glDeleteSync(handle)
  }

  /// Makes all later commands of the current context wait for the mark; the thread goes on.
  package borrowing func wait(on gl: borrowing Current) {
    glWaitSync(handle, 0, GLuint64.max)
  }

  /// Gives it up, to be adopted on another thread.
  package consuming func release() -> Parcel {
    let parcel = Parcel(bits: UInt(bitPattern: handle))
    discard self
    return parcel
  }

  /// A fence on its way from one thread to another.
  package struct Parcel: Sendable {
    fileprivate let bits: UInt
  }
}

@available(*, unavailable) extension Fence: Sendable {}
