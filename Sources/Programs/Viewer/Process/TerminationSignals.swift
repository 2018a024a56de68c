import CLinux
import Glibc
import Platform

/// Requests to end the program (SIGTERM, SIGINT, SIGHUP) as something that `poll` can wait for.
///
/// The first one is read from the descriptor and lets the program close in order. One that comes a
/// moment later ends it at once, so that nobody has to wait for a program that hangs; but what asks
/// the process and then its whole group, as timeout(1) does, has asked once.
///
/// Those that were ignored when the program started stay ignored: nohup(1) has it outlive its
/// terminal, a shell has its background jobs outlive Ctrl+C.
package struct TerminationSignals: ~Copyable {
  private let descriptor: FileDescriptor
  private let mask: sigset_t

  /// Takes the signals over; to be called before any thread is started, so that all leave them be.
  package init() throws(Errno) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGTERM, SIGINT, SIGHUP] where !Self.isIgnored(signal) {
      sigaddset(&mask, signal)
    }
    guard pthread_sigmask(SIG_BLOCK, &mask, nil) == 0 else { throw .last("pthread_sigmask") }
    let number = signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard number >= 0 else { throw .last("signalfd") }
    descriptor = FileDescriptor(adopting: number)
    self.mask = mask
  }

  /// The descriptor that becomes readable with the first signal.
  package var number: Int32 { descriptor.number }

  /// Seconds in which further signals say the same as the first.
  private static let echo = 0.3

  /// Whether a signal has come; in a moment the next one ends the program.
  package func receive() -> Bool {
    guard Self.take(from: descriptor.number) else { return false }
    let (number, mask) = (descriptor.number, mask)
    do throws(Errno) {
      // A thread that takes the signals suffices: to end is the whole process's.
      _ = try Thread(name: "ending") {
        usleep(useconds_t(Self.echo * 1_000_000))
        while Self.take(from: number) {}
        Self.unblock(mask)
        while true { pause() }
      }
    } catch {
      Self.unblock(mask)
    }
    return true
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignoring
  }

  /// The number that stands for `SIG_IGN` in place of a function.
  private static let ignoring = unsafeBitCast(SIG_IGN, to: Int.self)

  private static func take(from descriptor: Int32) -> Bool {
    var information = signalfd_siginfo()
    return read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size) > 0
  }

  private static func unblock(_ mask: sigset_t) {
    var mask = mask
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
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
