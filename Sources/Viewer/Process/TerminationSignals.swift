import CLinux
import Glibc
import Platform

/// Requests to end the program (SIGTERM, SIGINT, SIGHUP) as something that `poll` can wait for.
///
/// The first one is read from the descriptor and lets the program close in order; from then on a
/// second one ends it at once, so that nobody has to wait for a program that hangs.
struct TerminationSignals: ~Copyable {
  private let descriptor: FileDescriptor
  private var mask: sigset_t

  /// Takes the signals over; to be called before any thread is started, so that all leave them be.
  init() throws(Errno) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&mask, signal) }
    guard pthread_sigmask(SIG_BLOCK, &mask, nil) == 0 else { throw .last("pthread_sigmask") }
    let number = signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard number >= 0 else { throw .last("signalfd") }
    descriptor = FileDescriptor(adopting: number)
    self.mask = mask
  }

  /// The descriptor that becomes readable with the first signal.
  var number: Int32 { descriptor.number }

  /// Whether a signal has come; from now on the next one ends the program.
  mutating func receive() -> Bool {
    var information = signalfd_siginfo()
    guard read(descriptor.number, &information, MemoryLayout<signalfd_siginfo>.size) > 0 else {
      return false
    }
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
    return true
  }
}

extension UnnamedFile {
  /// The user's cache folder, then the system's folder for temporary files.
  static func folders() -> [String] {
    var folders: [String] = []
    if let cache = getenv("XDG_CACHE_HOME").map({ String(cString: $0) }), cache.hasPrefix("/") {
      mkdir(cache, 0o700)
      folders.append(cache + "/fresnel")
    } else if let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") {
      mkdir(home + "/.cache", 0o700)
      folders.append(home + "/.cache/fresnel")
    }
    return folders + ["/tmp"]
  }
}

/// Settings of the C library's heap.
enum Heap {
  /// Lets all threads share one heap, for programs that allocate little; to be called first in
  /// main.
  ///
  /// Blocks of 128 KiB and more have pages of their own, which go back to the system with them: the
  /// textures of a driver without a GPU are such blocks, and would leave holes.
  static func useOne() { fresnel_use_one_heap() }

  /// Gives the system back what lies unused inside the heap; it takes a few milliseconds.
  static func trim() { fresnel_trim_heap() }
}
