import Glibc
import TestSupport

/// System calls that are looked at, or go wrong, by strace.
enum Tracing {
  /// What a skipped test says.
  static let missing = "strace is not installed, or may trace nothing here"

  /// Whether calls can be traced here.
  static let isAllowed: Bool = {
    guard TestProcess.canFind("strace"),
      let process = try? TestProcess("strace", ["-o", "/dev/null", "true"])
    else { return false }
    return process.wait(limit: 60) == .status(0)
  }()

  /// The words before a program's own that have calls upon one file go wrong, in all its processes.
  ///
  /// `fault` is what strace(1) calls an injection. The program keeps its own process number.
  static func breaking(_ file: String, _ fault: String) -> [String] {
    [
      "strace", "-D", "-f", "-qq", "-o", "/dev/null", "-P", file,
      "-e", "trace=openat,open,read,pread64", "-e", "inject=\(fault)",
    ]
  }

  /// Reads that fail from the one of a number on, in each process.
  ///
  /// Another call that decoders may make takes their place: the kernel would end a locked-down
  /// process for none.
  static func failingReads(from number: Int) -> String {
    "read,pread64:error=EIO:syscall=getpid:when=\(number)+"
  }

  /// Calls that are held up for longer than a test has patience, from the one of a number on.
  static func hangingCalls(_ calls: String, from number: Int) -> String {
    "\(calls):delay_enter=100000000:when=\(number)+"
  }

  /// Ends the tracing of a process, whose calls then go on.
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
