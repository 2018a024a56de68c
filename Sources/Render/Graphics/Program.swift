import CGLES

/// Shaders linked into something that can draw, deleted when its owner goes away.
package struct Program: ~Copyable {
  private let name: GLuint
  private let mark: ThreadMark

  /// Compiles and links the texts of a vertex and a fragment shader.
  package init(vertex: [UInt8], fragment: [UInt8], on gl: borrowing Current) throws(GLError) {
    let first = try Self.compile(vertex, .vertex)
    defer { glDeleteShader(first) }
    let second = try Self.compile(fragment, .fragment)
    defer { glDeleteShader(second) }
    let name = glCreateProgram()
    glAttachShader(name, first)
    glAttachShader(name, second)
    glLinkProgram(name)
    var isLinked: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &isLinked)
    guard isLinked != 0 else {
      var log = [CChar](repeating: 0, count: 4096)
      glGetProgramInfoLog(name, GLsizei(log.count), nil, &log)
      glDeleteProgram(name)
      throw .linking(log: Self.text(log))
    }
    self.name = name
    mark = ThreadMark()
  }

  deinit {
    mark.assertSame()
    glDeleteProgram(name)
  }

  /// Draws with it from here on.
  package borrowing func use(on gl: borrowing Current) { glUseProgram(name) }

  /// Where a uniform is set; one that the driver has left out swallows what is set.
  package borrowing func uniform(_ uniformName: String, on gl: borrowing Current) -> Uniform {
    Uniform(location: glGetUniformLocation(name, uniformName))
  }

  private static func compile(_ text: [UInt8], _ stage: ShaderStage) throws(GLError) -> GLuint {
    let shader = glCreateShader(stage.rawValue)
    var length = GLint(text.count)
    text.withUnsafeBytes { bytes in
      var start = bytes.assumingMemoryBound(to: GLchar.self).baseAddress
      glShaderSource(shader, 1, &start, &length)
    }
    glCompileShader(shader)
    var isCompiled: GLint = 0
    glGetShaderiv(shader, GLenum(GL_COMPILE_STATUS), &isCompiled)
    if isCompiled != 0 { return shader }
    var log = [CChar](repeating: 0, count: 4096)
    glGetShaderInfoLog(shader, GLsizei(log.count), nil, &log)
    glDeleteShader(shader)
    throw .compilation(stage, log: Self.text(log))
  }

  private static func text(_ log: [CChar]) -> String {
    String(decoding: log.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

@available(*, unavailable) extension Program: Sendable {}

/// A variable of a program that a draw sets; the program must be in use.
package struct Uniform {
  let location: GLint

  /// Sets two numbers.
  package func set(_ x: Float, _ y: Float) { glUniform2f(location, x, y) }

  /// Sets three numbers.
  package func set(_ x: Float, _ y: Float, _ z: Float) {
    glUniform3f(location, x, y, z)
  }

  /// Sets four numbers.
  package func set(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    glUniform4f(location, x, y, z, w)
  }

  /// Sets one number.
  package func set(_ x: Float) { glUniform1f(location, x) }

  /// Sets a whole number, or which texture unit a sampler reads.
  package func set(_ number: Int32) { glUniform1i(location, number) }
}
