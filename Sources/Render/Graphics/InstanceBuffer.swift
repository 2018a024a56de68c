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
