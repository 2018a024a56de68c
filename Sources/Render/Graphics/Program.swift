import CGLES

/// A linked vertex and fragment shader, deleted with its owner.
package struct Program: ~Copyable {
  private let name: GLuint
  private let mark: ThreadChecker

  /// Compiles and links the sources of a vertex and a fragment shader.
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
    mark = ThreadChecker()
  }

  deinit {
    mark.assertSame()
    glDeleteProgram(name)
  }

  /// Uses the program for drawing from now on.
  package borrowing func use(on gl: borrowing Current) { glUseProgram(name) }

  /// Returns the location of a uniform; setting one that the driver has optimised away does
  /// nothing.
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

/// A uniform of a program; the program must be in use to set it.
package struct Uniform {
  let location: GLint

  /// Sets a `vec2`.
  package func set(_ x: Float, _ y: Float) { glUniform2f(location, x, y) }

  /// Sets a `vec3`.
  package func set(_ x: Float, _ y: Float, _ z: Float) {
    glUniform3f(location, x, y, z)
  }

  /// Sets a `vec4`.
  package func set(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
    glUniform4f(location, x, y, z, w)
  }

  /// Sets a `float`.
  package func set(_ x: Float) { glUniform1f(location, x) }

  /// Sets an integer, or the texture unit of a sampler.
  package func set(_ number: Int32) { glUniform1i(location, number) }
}
