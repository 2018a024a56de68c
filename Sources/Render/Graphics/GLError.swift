import CGLES

/// What can go wrong while a context draws or makes its objects.
package enum GLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The context could not be made current.
  case notCurrent(EGLError)
  /// A call failed with an error number, as `glGetError` has it.
  case call(String, code: Int32)
  /// Memory ran out.
  ///
  /// The corresponding C constant is `GL_OUT_OF_MEMORY`.
  case outOfMemory(String)
  /// A shader does not compile; the driver's message says where.
  case compilation(ShaderStage, log: String)
  /// Compiled shaders do not fit each other.
  case linking(log: String)
  /// The driver cannot draw into such a framebuffer.
  case incompleteFramebuffer(status: Int32)
  /// The context is lost: every object of its share group is gone.
  case contextLost

  /// What went wrong, in words.
  package var description: String {
    switch self {
    case .notCurrent(let error): "\(error)"
    case .call(let call, let code): "\(call): error 0x\(String(code, radix: 16))"
    case .outOfMemory(let call): "\(call): memory ran out"
    case .compilation(let stage, let log): "the \(stage) shader does not compile: \(log)"
    case .linking(let log): "the shaders do not link: \(log)"
    case .incompleteFramebuffer(let status):
      "a framebuffer is incomplete: 0x\(String(status, radix: 16))"
    case .contextLost: "the GPU was reset"
    }
  }

  /// Throws the error that GL has recorded since it was last asked, if any.
  static func check(_ call: String) throws(GLError) {
    let code = Int32(bitPattern: glGetError())
    if code == GL_NO_ERROR { return }
    // The queue may hold several; none of them may be blamed on a later call. A context that is
    // lost can repeat its error for ever.
    for _ in 0..<16 where glGetError() == GLenum(GL_NO_ERROR) { break }
    switch code {
    case GL_OUT_OF_MEMORY: throw .outOfMemory(call)
    case GL_CONTEXT_LOST_KHR: throw .contextLost
    default: throw .call(call, code: code)
    }
  }
}
