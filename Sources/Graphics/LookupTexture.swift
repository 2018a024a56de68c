import CGLES

/// A table of colours on the GPU, the same number of points on each of three axes, mixed between
/// them; deleted when its owner goes away.
package struct LookupTexture: ~Copyable {
  private let name: GLuint
  private let mark: ThreadMark
  /// Points on each axis.
  package let edge: Int

  /// Copies a table: red, green and blue of each point, the first axis the fastest.
  package init(edge: Int, values: [Float], on gl: borrowing Current) throws(GLError) {
    precondition(values.count == edge * edge * edge * 3)
    var name: GLuint = 0
    let target = GLenum(GL_TEXTURE_3D)
    glGenTextures(1, &name)
    glBindTexture(target, name)
    let side = GLsizei(edge)
    glTexStorage3D(target, 1, GLenum(GL_RGB16F), side, side, side)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    values.withUnsafeBytes { bytes in
      glTexSubImage3D(
        target, 0, 0, 0, 0, side, side, side, GLenum(GL_RGB), GLenum(GL_FLOAT), bytes.baseAddress)
    }
    for parameter in [GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER] {
      glTexParameteri(target, GLenum(parameter), GL_LINEAR)
    }
    for parameter in [GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R] {
      glTexParameteri(target, GLenum(parameter), GL_CLAMP_TO_EDGE)
    }
    do throws(GLError) { try GLError.check("glTexSubImage3D") } catch {
      glDeleteTextures(1, &name)
      throw error
    }
    self.name = name
    self.edge = edge
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteTextures(1, &name)
  }

  /// Bytes of its points.
  package var byteCount: Int { edge * edge * edge * 6 }

  /// Makes it the one that programs sample in the current texture unit.
  package borrowing func bind(on gl: borrowing Current) {
    glBindTexture(GLenum(GL_TEXTURE_3D), name)
  }
}

@available(*, unavailable) extension LookupTexture: Sendable {}
