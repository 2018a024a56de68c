import CLinux
import Glibc

/// An operating system thread.
///
/// Create the thread's objects inside the closure, so that the compiler confines them there.
package struct Thread: ~Copyable, Sendable {
  private let handle: pthread_t

  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread, which ends when `body` returns.
  ///
  /// It handles no signals that are sent to the program. `name` is shown by debuggers and has at
  /// most 15 bytes. `stackSize` is in bytes; the system's default would be 8 MiB.
  package init(
    name: String, stackSize: Int = 1 << 20, body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let context = Unmanaged.passRetained(Body(name: name, run: body))
    var handle = pthread_t()
    // Signals sent to the process are left to the program's own threads, not to one it knows
    // nothing of.
    var mask = Self.signalsOfPrograms
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &mask, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let status = pthread_create(
      &handle, &attributes,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        fresnel_name_thread(body.name)
        body.run()
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw Errno(code: status, call: "pthread_create")
    }
    self.handle = handle
  }

  /// All signals except those caused by a thread's own faults or its processor time.
  private static var signalsOfPrograms: sigset_t {
    var mask = sigset_t()
    sigfillset(&mask)
    for own in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGXCPU, SIGPROF] {
      sigdelset(&mask, own)
    }
    return mask
  }

  /// Detaches the thread if it was not joined: it then cleans up after itself.
  deinit { pthread_detach(handle) }

  /// Waits until the thread has ended.
  package consuming func join() {
    let handle = handle
    discard self
    pthread_join(handle, nil)
  }

  /// Waits until the thread has ended, for at most this many seconds.
  ///
  /// A thread that the kernel holds for longer, for example on a network drive that does not
  /// respond, ends with the program: quitting must not hang with it.
  package consuming func join(within seconds: Double) {
    let handle = handle
    discard self
    let end = MonotonicClock.now() + seconds
    let whole = end.rounded(.down)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((end - whole) * 1_000_000_000))
    if fresnel_join_until(handle, &time) != 0 { pthread_detach(handle) }
  }
}
