import CGLES

/// Numbers of many small rectangles that are drawn by one call, deleted when its owner goes away.
package struct InstanceBuffer: ~Copyable {
  private let name: GLuint
  private let mark: ThreadMark

  /// A buffer without numbers.
  package init(on gl: borrowing Current) throws(GLError) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    try GLError.check("glGenBuffers")
    self.name = name
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteBuffers(1, &name)
  }

  /// Draws four corners for each group of numbers with the program in use.
  ///
  /// `attributes` says how many of them go to each input of its vertex shader, from location 0 on;
  /// a group is the sum of these.
  package borrowing func drawQuads(
    _ numbers: [Float], attributes: [Int], on gl: borrowing Current
  ) {
    let group = attributes.reduce(0, +)
    guard group > 0, numbers.count >= group else { return }
    let stride = group * MemoryLayout<Float>.stride
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    numbers.withUnsafeBytes {
      glBufferData(GLenum(GL_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STREAM_DRAW))
    }
    var start = 0
    for (location, count) in attributes.enumerated() {
      let index = GLuint(location)
      glEnableVertexAttribArray(index)
      glVertexAttribPointer(
        index, GLint(count), GLenum(GL_FLOAT), GLboolean(GL_FALSE), GLsizei(stride),
        UnsafeRawPointer(bitPattern: start))
      glVertexAttribDivisor(index, 1)
      start += count * MemoryLayout<Float>.stride
    }
    glDrawArraysInstanced(
      GLenum(GL_TRIANGLE_STRIP), 0, 4, GLsizei(numbers.count / group))
    // Draws of single quads have no inputs.
    for location in attributes.indices {
      glVertexAttribDivisor(GLuint(location), 0)
      glDisableVertexAttribArray(GLuint(location))
    }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
  }
}

@available(*, unavailable) extension InstanceBuffer: Sendable {}

/// A table of colours on the GPU, the same number of points on each of three axes, mixed between
/// them; deleted when its owner goes away.
package struct LookupTexture: ~Copyable {
  private let name: GLuint
  private let mark: ThreadMark
  /// Points on each axis.
  package let edge: Int

  private let channels: Int
  private let layers: Int

  /// Copies a table: red, green and blue of each point, the first axis the fastest.
  ///
  /// Points may have a fourth number, and tables follow one another along the third axis.
  package init(
    edge: Int, values: [Float], channels: Int = 3, layers: Int = 1, on gl: borrowing Current
  ) throws(GLError) {
    precondition(values.count == edge * edge * edge * channels * layers)
    var name: GLuint = 0
    let target = GLenum(GL_TEXTURE_3D)
    glGenTextures(1, &name)
    glBindTexture(target, name)
    let side = GLsizei(edge)
    let deep = GLsizei(edge * layers)
    glTexStorage3D(
      target, 1, GLenum(channels == 4 ? GL_RGBA16F : GL_RGB16F), side, side, deep)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 1)
    values.withUnsafeBytes { bytes in
      glTexSubImage3D(
        target, 0, 0, 0, 0, side, side, deep, GLenum(channels == 4 ? GL_RGBA : GL_RGB),
        GLenum(GL_FLOAT), bytes.baseAddress)
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
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteTextures(1, &name)
  }

  /// Bytes of its points.
  package var byteCount: Int { edge * edge * edge * layers * channels * 2 }

  /// Makes it the one that programs sample in the current texture unit.
  package borrowing func bind(on gl: borrowing Current) {
    glBindTexture(GLenum(GL_TEXTURE_3D), name)
  }
}

@available(*, unavailable) extension LookupTexture: Sendable {}
