import Glibc
import TestSupport

/// Tracing system calls, and making them fail, with strace.
enum Tracing {
  /// Why tests are skipped.
  static let missing = "strace is not installed, or may trace nothing here"

  /// True if strace can trace a program here.
  static let isAllowed: Bool = {
    guard TestProcess.canFind("strace"),
      let process = try? TestProcess("strace", ["-o", "/dev/null", "true"])
    else { return false }
    return process.wait(limit: 60) == .status(0)
  }()

  /// The command prefix that makes calls on one file fail, in all processes of a program.
  ///
  /// `fault` is an injection of strace(1). The program keeps its process ID.
  static func breaking(_ file: String, _ fault: String) -> [String] {
    [
      "strace", "-D", "-f", "-qq", "-o", "/dev/null", "-P", file,
      "-e", "trace=openat,open,read,pread64", "-e", "inject=\(fault)",
    ]
  }

  /// Makes reads fail from number `number` on, counted in each process.
  ///
  /// They are replaced by a call that decoders may make: the kernel would kill a sandboxed process
  /// that makes an invalid one.
  static func failingReads(from number: Int) -> String {
    "read,pread64:error=EIO:syscall=getpid:when=\(number)+"
  }

  /// Delays calls beyond any test's timeout, from number `number` on.
  static func hangingCalls(_ calls: String, from number: Int) -> String {
    "\(calls):delay_enter=100000000:when=\(number)+"
  }

  /// Stops tracing a process, so that its calls continue.
  static func release(_ process: pid_t) {
    for thread in ProcessFamily.threads(of: process) {
      let status = ProcessFamily.text("/proc/\(process)/task/\(thread)/status")
      let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") } ?? ""
      let tracer = pid_t(line.filter(\.isNumber)) ?? 0
      guard tracer > 0 else { continue }
      kill(tracer, SIGKILL)
      return
    }
  }
}
