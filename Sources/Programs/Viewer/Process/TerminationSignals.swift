import CLinux
import Glibc
import Platform

/// Requests to end the program (SIGTERM, SIGINT, SIGHUP), for use in `poll`.
///
/// The first one is read from the descriptor, and the program closes in an orderly way. A second
/// one ends it at once, in case it hangs, unless it follows within 0.3 s: timeout(1) signals the
/// process and then its whole group.
///
/// Signals that were ignored when the program started stay ignored: nohup(1) lets it survive its
/// terminal, and a shell lets background jobs survive Ctrl+C.
package struct TerminationSignals: ~Copyable {
  private let descriptor: FileDescriptor
  private let mask: sigset_t

  /// Blocks the signals; call it before starting any thread, because threads inherit the mask.
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

  /// The descriptor, readable from the first signal on.
  package var number: Int32 { descriptor.number }

  /// Seconds in which further signals count as the first.
  private static let echo = 0.3

  /// Returns true if a signal has arrived; after a moment, the next one ends the program.
  package func receive() -> Bool {
    guard Self.take(from: descriptor.number) else { return false }
    let (number, mask) = (descriptor.number, mask)
    do throws(Errno) {
      // One thread that does not block the signals is enough to end the whole process.
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

  /// `SIG_IGN` as an integer.
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
  /// Uses one heap for all threads, for programs that allocate little; call it first in `main`.
  ///
  /// Blocks of 128 KiB and more get pages of their own, which are returned to the system with them:
  /// a software GL driver's textures are such blocks, and would otherwise fragment the heap.
  static func useOne() { fresnel_use_one_heap() }

  /// Returns unused heap memory to the system; it takes a few milliseconds.
  static func trim() { fresnel_trim_heap() }
}
