import CLinux
import Glibc

/// A wake-up call between threads that `poll` can wait for (an eventfd).
package struct EventSignal: ~Copyable, Sendable {
  private let descriptor: FileDescriptor

  /// A signal that is not raised.
  package init() throws(Errno) {
    let number = fresnel_eventfd()
    guard number >= 0 else { throw .last("eventfd") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor that becomes readable when the signal is raised.
  package var number: Int32 { descriptor.number }

  /// Wakes whoever waits; raising it twice wakes once.
  package borrowing func raise() {
    var one: UInt64 = 1
    _ = write(descriptor.number, &one, 8)
  }

  /// Takes the signal back, before the work that it announced is looked at.
  package borrowing func lower() {
    var count: UInt64 = 0
    _ = read(descriptor.number, &count, 8)
  }

  /// Waits until the signal is raised, then lowers it.
  package borrowing func wait() {
    while !isRaised(within: -1) {}
    lower()
  }

  /// Whether the signal is raised, now or within so many milliseconds; -1 waits without end, and
  /// may be false after a signal of the system.
  package borrowing func isRaised(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
