import CGLES

/// A vertex buffer of instanced rectangles, drawn in one call; deleted with its owner.
package struct InstanceBuffer: ~Copyable {
  private let name: GLuint
  private let mark: ThreadChecker

  /// Creates an empty buffer.
  package init(on gl: borrowing Current) throws(GLError) {
    var name: GLuint = 0
    glGenBuffers(1, &name)
    try GLError.check("glGenBuffers")
    self.name = name
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    var name = name
    glDeleteBuffers(1, &name)
  }

  /// Draws one quad per group of numbers with the current program.
  ///
  /// `attributes` has the number of floats per vertex shader input, from location 0 on; a group is
  /// their sum.
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
    // Draws of single quads have no vertex inputs.
    for location in attributes.indices {
      glVertexAttribDivisor(GLuint(location), 0)
      glDisableVertexAttribArray(GLuint(location))
    }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
  }
}

@available(*, unavailable) extension InstanceBuffer: Sendable {}
