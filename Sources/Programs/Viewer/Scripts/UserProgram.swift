import Glibc
import Platform

/// A process that runs the user's program, and may outlive this one.
///
/// Its owner polls its descriptor, and reaps it once it has ended.
final class UserProgram {
  private let process: SpawnedProcess

  /// Starts a program without a shell; its name is looked up in `PATH` unless it has a slash.
  ///
  /// It gets this process's environment and standard output and error, the variables in
  /// `environment` as `NAME=value`, and `input` as standard input. It inherits no other descriptor,
  /// all signals have their default actions, and it is in a process group of its own. Words must
  /// not contain zero bytes.
  init(
    _ words: [[UInt8]], environment: [[UInt8]], input: borrowing FileDescriptor
  ) throws(Errno) {
    process = try SpawnedProcess(
      words.first ?? [], isInPath: true, arguments: words,
      environment: Self.inherited(without: environment) + environment,
      descriptors: [input.number], firstClosed: STDERR_FILENO + 1)
  }

  /// A descriptor that becomes readable when the program has ended, for a poll set.
  var descriptor: Int32 { process.descriptor }

  /// The process's variables, except those that are set anew.
  private static func inherited(without variables: [[UInt8]]) -> [[UInt8]] {
    let names = Set(variables.map { $0.prefix { $0 != UInt8(ascii: "=") } })
    var all: [[UInt8]] = []
    var next = environ
    while let text = next.pointee {
      let variable = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
      if !names.contains(variable.prefix { $0 != UInt8(ascii: "=") }) { all.append(variable) }
      next += 1
    }
    return all
  }

  /// Reaps the program and returns how it ended; `nil` while it runs.
  ///
  /// It never blocks.
  func reap() -> ProcessEnd? { process.reap() }
}
