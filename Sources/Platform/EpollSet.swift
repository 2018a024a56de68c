import CLinux
import Glibc

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
