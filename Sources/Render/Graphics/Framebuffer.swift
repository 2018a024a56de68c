import CGLES
import Geometry

/// A framebuffer that can be drawn on and read back, without a surface.
package struct Framebuffer: ~Copyable {
  private let name: GLuint
  private let mark: ThreadChecker
  private let texture: Texture
  /// Its size.
  package var size: PixelSize { texture.size }

  /// The size of its pixels in bytes.
  package var byteCount: Int { texture.byteCount }

  /// Creates a framebuffer with a texture of its own.
  package init(
    size: PixelSize, format: TextureFormat = .bytes, on gl: borrowing Current
  ) throws(GLError) {
    try self.init(adopting: try Texture(size: size, format: format, on: gl), on: gl)
  }

  /// Binds its texture for sampling; the framebuffer must not be bound then.
  package borrowing func bindTexture(on gl: borrowing Current) { texture.bind(on: gl) }

  /// Creates a framebuffer for a texture; the current binding is restored.
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
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteFramebuffers(1, &name)
  }

  /// Draws on all of it from now on.
  package borrowing func bind(on gl: borrowing Current) {
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    glViewport(0, 0, GLsizei(size.width), GLsizei(size.height))
  }
}

@available(*, unavailable) extension Framebuffer: Sendable {}

/// A fence in the GL command stream, which another context can wait for.
package struct Fence: ~Copyable {
  private let handle: GLsync
  private let mark: ThreadChecker

  /// Creates a fence after all previous commands; call `Current.flush()` afterwards, or others wait
  /// forever.
  package init(on gl: borrowing Current) throws(GLError) {
    guard let handle = glFenceSync(GLenum(GL_SYNC_GPU_COMMANDS_COMPLETE), 0) else {
      throw .outOfMemory("glFenceSync")
    }
    self.handle = handle
    mark = ThreadChecker()
  }

  /// Adopts a fence that another context of the share group has created and released.
  package init(adopting parcel: Handoff, on gl: borrowing Current) throws(GLError) {
    guard let handle = GLsync(bitPattern: parcel.bits) else { throw .contextLost }
    self.handle = handle
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    glDeleteSync(handle)
  }

  /// Makes all later commands of the current context wait for the fence; does not block the thread.
  package borrowing func wait(on gl: borrowing Current) {
    glWaitSync(handle, 0, GLuint64.max)
  }

  /// Releases ownership, for adoption on another thread.
  package consuming func release() -> Handoff {
    let parcel = Handoff(bits: UInt(bitPattern: handle))
    discard self
    return parcel
  }

  /// A fence on its way from one thread to another.
  package struct Handoff: Sendable {
    fileprivate let bits: UInt
  }
}

@available(*, unavailable) extension Fence: Sendable {}
