import CLinux
import Glibc

/// The descriptors that a thread polls.
public struct PollSet: Sendable {
  private var requests: [pollfd] = []

  /// Creates an empty set.
  public init() {}

  /// Removes all descriptors but keeps the memory.
  public mutating func removeAll() { requests.removeAll(keepingCapacity: true) }

  /// Adds a descriptor to wait for until it is readable or, with `alsoWritable`, writable.
  public mutating func add(_ descriptor: Int32, alsoWritable: Bool = false) {
    let events = Int16(POLLIN) | (alsoWritable ? Int16(POLLOUT) : 0)
    requests.append(pollfd(fd: descriptor, events: events, revents: 0))
  }

  /// Adds a descriptor to wait for until it is writable or broken, whatever there is to read.
  package mutating func addWritable(_ descriptor: Int32) {
    requests.append(pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0))
  }

  /// Calls `body` with each descriptor; the flag is true if the set also waits for it to be
  /// writable.
  func forEach(_ body: (_ descriptor: Int32, _ isAlsoWritable: Bool) -> Void) {
    for request in requests { body(request.fd, request.events & Int16(POLLOUT) != 0) }
  }

  /// Sleeps until a descriptor is ready or the timeout has passed; a signal ends it early.
  ///
  /// - Parameter timeout: seconds, rounded up to whole milliseconds; `nil` waits without a limit.
  public mutating func wait(timeout: Double?) {
    var milliseconds: Int32 = -1
    if let timeout { milliseconds = Int32(max(0, min(timeout * 1000, 1e9)).rounded(.up)) }
    for index in requests.indices { requests[index].revents = 0 }
    _ = poll(&requests, nfds_t(requests.count), milliseconds)
  }

  /// Returns true if the last wait found the descriptor readable, closed or broken.
  public func isReadable(_ descriptor: Int32) -> Bool {
    let mask = Int16(POLLIN) | Int16(POLLHUP) | Int16(POLLERR)
    return requests.contains { $0.fd == descriptor && $0.revents & mask != 0 }
  }

  /// Returns true if the last wait found the descriptor writable.
  public func isWritable(_ descriptor: Int32) -> Bool {
    requests.contains { $0.fd == descriptor && $0.revents & Int16(POLLOUT) != 0 }
  }
}

/// A single descriptor that is readable while any descriptor of a set is ready (epoll).
///
/// It lets a program with its own loop wait for one number, whatever is added or removed behind it.
package struct EpollSet: ~Copyable {
  private let descriptor: FileDescriptor
  private var members: Set<Int32> = []

  /// Creates an empty set.
  package init() throws(Errno) {
    let number = fresnel_epoll_create()
    guard number >= 0 else { throw .last("epoll_create1") }
    descriptor = FileDescriptor(adopting: number)
  }

  /// The descriptor that represents the whole set.
  package var number: Int32 { descriptor.number }

  /// Replaces the descriptors with those of a poll set.
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
