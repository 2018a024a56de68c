import CGLES

/// A 3D lookup table on the GPU with the same number of points on each axis, sampled linearly;
/// deleted with its owner.
package struct LookupTexture: ~Copyable {
  private let name: GLuint
  private let mark: ThreadChecker
  /// The number of points on each axis.
  package let edge: Int

  private let channels: Int
  private let layers: Int

  /// The values of a table; the GPU stores half floats.
  package enum Points: Sendable {
    case floats([Float])
    /// The bits of half floats.
    case halves([UInt16])

    var count: Int {
      switch self {
      case .floats(let values): values.count
      case .halves(let bits): bits.count
      }
    }

    /// Calls `body` with the values' GL type and address.
    func withBytes(_ body: (GLenum, UnsafeRawPointer?) -> Void) {
      switch self {
      case .floats(let values):
        values.withUnsafeBytes { body(GLenum(GL_FLOAT), $0.baseAddress) }
      case .halves(let bits):
        bits.withUnsafeBytes { body(GLenum(GL_HALF_FLOAT), $0.baseAddress) }
      }
    }
  }

  /// Creates a texture from red, green and blue of each point, the first axis fastest.
  ///
  /// Points may have a fourth channel, and several tables may follow one another along the third
  /// axis.
  package init(
    edge: Int, points: Points, channels: Int = 3, layers: Int = 1, on gl: borrowing Current
  ) throws(GLError) {
    precondition(points.count == edge * edge * edge * channels * layers)
    var name: GLuint = 0
    let target = GLenum(GL_TEXTURE_3D)
    glGenTextures(1, &name)
    glBindTexture(target, name)
    let side = GLsizei(edge)
    let deep = GLsizei(edge * layers)
    glTexStorage3D(
      target, 1, GLenum(channels == 4 ? GL_RGBA16F : GL_RGB16F), side, side, deep)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    points.withBytes { kind, bytes in
      glTexSubImage3D(
        target, 0, 0, 0, 0, side, side, deep, GLenum(channels == 4 ? GL_RGBA : GL_RGB),
        kind, bytes)
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
    self.channels = channels
    self.layers = layers
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteTextures(1, &name)
  }

  /// The size of the table in bytes.
  package var byteCount: Int { edge * edge * edge * layers * channels * 2 }

  /// Binds the table to the current texture unit.
  package borrowing func bind(on gl: borrowing Current) {
    glBindTexture(GLenum(GL_TEXTURE_3D), name)
  }
}

@available(*, unavailable) extension LookupTexture: Sendable {}
