import CGLES

/// An error of a context while it draws or creates objects.
package enum GLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The context could not be made current.
  case notCurrent(EGLError)
  /// A call failed with a `glGetError` code.
  case call(String, code: Int32)
  /// Memory ran out.
  ///
  /// The corresponding C constant is `GL_OUT_OF_MEMORY`.
  case outOfMemory(String)
  /// A shader does not compile; the driver's message has the position.
  case compilation(ShaderStage, log: String)
  /// The shaders do not link.
  case linking(log: String)
  /// The driver can't render to such a framebuffer.
  case incompleteFramebuffer(status: Int32)
  /// The context is lost, and with it all objects of its share group.
  case contextLost

  /// The error in words.
  package var description: String {
    switch self {
    case .notCurrent(let error): "\(error)"
    case .call(let call, let code): "\(call): error 0x\(String(code, radix: 16))"
    case .outOfMemory(let call): "\(call): it ran out of memory"
    case .compilation(let stage, let log): "the \(stage) shader does not compile: \(log)"
    case .linking(let log): "the shaders do not link: \(log)"
    case .incompleteFramebuffer(let status):
      "a framebuffer is incomplete: 0x\(String(status, radix: 16))"
    case .contextLost: "the GPU was reset"
    }
  }

  /// Throws the error that GL has recorded since the last check, if any.
  static func check(_ call: String) throws(GLError) {
    let code = Int32(bitPattern: glGetError())
    if code == GL_NO_ERROR { return }
    // Empty the queue, so that no later call is blamed. A lost context can repeat its error for
    // ever.
    for _ in 0..<16 where glGetError() == GLenum(GL_NO_ERROR) { break }
    switch code {
    case GL_OUT_OF_MEMORY: throw .outOfMemory(call)
    case GL_CONTEXT_LOST_KHR: throw .contextLost
    default: throw .call(call, code: code)
    }
  }
}
