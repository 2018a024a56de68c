import CX11
import Glibc

/// The state of the whole process, as far as it can be queried.
struct ProcessState {
  private var signals: [[UInt8]] = []
  private let mask: [UInt8]
  private let environment: [String]
  private let locale: String
  private let folder: String
  private let creationMask: mode_t
  private let errorHandler: UInt

  init() {
    for number in Int32(1)..<32 {
      var action = sigaction()
      sigaction(number, nil, &action)
      signals.append(withUnsafeBytes(of: &action) { Array($0.prefix(MemoryLayout<UInt>.size)) })
    }
    var blocked = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &blocked)
    mask = withUnsafeBytes(of: &blocked) { Array($0) }
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    environment = variables.sorted()
    locale = setlocale(LC_ALL, nil).map { String(cString: $0) } ?? ""
    folder =
      getcwd(nil, 0).map { path in
        defer { free(path) }
        return String(cString: path)
      } ?? ""
    creationMask = umask(0)
    umask(creationMask)
    let handler = XSetErrorHandler(nil)
    errorHandler = unsafeBitCast(handler, to: UInt.self)
    XSetErrorHandler(handler)
  }

  /// The names of what differs, or `nothing`.
  func differences(from other: ProcessState) -> String {
    var names: [String] = []
    for (index, pair) in zip(signals, other.signals).enumerated() where pair.0 != pair.1 {
      names.append("signal \(index + 1)")
    }
    if mask != other.mask { names.append("signal mask") }
    if environment != other.environment { names.append("environment") }
    if locale != other.locale { names.append("locale") }
    if folder != other.folder { names.append("working directory") }
    if creationMask != other.creationMask { names.append("umask") }
    if errorHandler != other.errorHandler { names.append("X error handler") }
    return names.isEmpty ? "nothing" : names.joined(separator: ", ")
  }
}
