import CLinux
import Glibc

/// The descriptors that a thread sleeps on, and until when.
public struct PollSet: Sendable {
  private var requests: [pollfd] = []

  /// A set with nothing in it.
  public init() {}

  /// Forgets every descriptor, keeping the memory for the next round.
  public mutating func removeAll() { requests.removeAll(keepingCapacity: true) }

  /// Adds a descriptor to wait for until it can be read, and written as well where asked.
  public mutating func add(_ descriptor: Int32, alsoWritable: Bool = false) {
    let events = Int16(POLLIN) | (alsoWritable ? Int16(POLLOUT) : 0)
    requests.append(pollfd(fd: descriptor, events: events, revents: 0))
  }

  /// Calls a function with each descriptor, and whether it is waited for until it can be written
  /// too.
  func forEach(_ body: (_ descriptor: Int32, _ isAlsoWritable: Bool) -> Void) {
    for request in requests { body(request.fd, request.events & Int16(POLLOUT) != 0) }
  }

  /// Sleeps until a descriptor is ready or the time has come; a signal ends it early.
  ///
  /// - Parameter timeout: seconds, rounded up to whole milliseconds; `nil` waits without end.
  public mutating func wait(timeout: Double?) {
    var milliseconds: Int32 = -1
    if let timeout { milliseconds = Int32(max(0, min(timeout * 1000, 1e9)).rounded(.up)) }
    for index in requests.indices { requests[index].revents = 0 }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Whether the last wait found the descriptor readable, closed or broken.
  public func isReadable(_ descriptor: Int32) -> Bool {
    let mask = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR)
    return requests.contains { $0.fd == descriptor && $0.revents & mask != 0 }
  }

  /// Whether the last wait found the descriptor writable.
  public func isWritable(_ descriptor: Int32) -> Bool {
    requests.contains { $0.fd == descriptor && $0.revents & Int16(POLLOUT) != 0 }
  }
}

/// One descriptor that stands for many: it is readable while any of them has something to say.
///
/// So a program with a loop of its own waits for one number, whatever comes and goes behind it.
package struct EpollSet: ~Copyable {
  private let descriptor: FileDescriptor
  private var members: Set<Int32> = []

  /// A set with nothing in it.
  package init() throws(Errno) {
    let number = fresnel_epoll_create()
    guard number >= 0 else { throw .last("epoll_create1") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor that stands for all.
  package var number: Int32 { descriptor.number }

  /// Waits for just what a poll set waits for from now on.
  package mutating func update(to pollSet: PollSet) {
    var wanted: Set<Int32> = []
    pollSet.forEach { number, isAlsoWritable in
      wanted.insert(number)
      _ = fresnel_epoll_watch(descriptor.number, number, isAlsoWritable ? 1 : 0)
    }
    for number in members.subtracting(wanted) { fresnel_epoll_forget(descriptor.number, number) }
    members = wanted
  }
}
