import CGLES

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
