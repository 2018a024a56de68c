import CLinux
import Glibc

/// An open file, socket or pipe, closed when its owner goes away.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number, lent: valid while this value lives.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(adopting number: Int32) {
    precondition(number >= 0)
    self.number = number
  }

  deinit { close(number) }

  /// Gives the descriptor up: the caller closes it.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// A second descriptor of the same open file, closed on exec.
  package borrowing func duplicate() throws(Errno) -> FileDescriptor {
    let copy = fresnel_duplicate_cloexec(number, 3)
    guard copy >= 0 else { throw .last("dup") }
    return FileDescriptor(adopting: copy)
  }

  /// Makes reads and writes return at once where they would wait.
  package borrowing func setNonBlocking() throws(Errno) {
    guard fresnel_set_nonblocking(number) == 0 else { throw .last("fcntl") }
  }

  /// Opens a path for reading, without ever waiting for it or taking a terminal over.
  ///
  /// The path is bytes of any encoding, without a zero byte.
  package static func openForReading(_ path: [UInt8]) throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let number = (path + [0]).withUnsafeBytes { bytes in
      fresnel_open(bytes.assumingMemoryBound(to: CChar.self).baseAddress, flags, 0)
    }
    guard number >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: number)
  }

  /// A connected pair of local stream sockets, closed on exec.
  package static func socketPair() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }

  /// A pipe, closed on exec: `first` is read, `second` is written.
  package static func pipe() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    guard fresnel_pipe(&numbers) == 0 else { throw .last("pipe2") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }
}

/// Two descriptors that belong together: the ends of a pipe or of a pair of sockets.
package struct DescriptorPair: ~Copyable, Sendable {
  /// The first end; of a pipe, the one that is read.
  package var first: FileDescriptor
  /// The second end; of a pipe, the one that is written.
  package var second: FileDescriptor

  /// Keeps the first end and closes the second.
  package consuming func keepingFirst() -> FileDescriptor { first }
}
