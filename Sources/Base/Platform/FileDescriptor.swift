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

  /// The first bytes of a file, `nil` where it can't be read.
  package static func start(of path: [UInt8], limit: Int) -> String? {
    guard let file = try? openForReading(path) else { return nil }
    return (try? readAll(file.number, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Opens a path below a folder for reading, without ever waiting for it.
  ///
  /// Whatever `..` and links on the way say, nothing outside of the folder is opened: that fails
  /// with `EXDEV`.
  package static func openForReading(
    _ path: [UInt8], below folder: borrowing FileDescriptor
  ) throws(Errno) -> FileDescriptor {
    let number = (path + [0]).withUnsafeBytes { bytes in
      fresnel_open_beneath(
        folder.number, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
    }
    guard number >= 0 else { throw .last("openat2") }
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

extension FileDescriptor {
  /// The device that swallows everything and holds nothing, for reading and writing.
  package static func openNull() throws(Errno) -> FileDescriptor {
    let number = fresnel_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: number)
  }

  /// The same regular file opened for reading once more, its position at the start.
  ///
  /// Unlike a duplicate it shares no position, so two readers can't disturb each other; it works
  /// for files that have been deleted too. Where the system refuses (the file's permissions may
  /// have changed), it is a duplicate after all, taken back to the start.
  package borrowing func reopenedForReading() throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let copy = fresnel_open("/proc/self/fd/\(number)", flags, 0)
    if copy >= 0 { return FileDescriptor(adopting: copy) }
    let duplicate = try duplicate()
    lseek(duplicate.number, 0, SEEK_SET)
    return duplicate
  }
}

/// The folder of the program that runs, without a slash at its end; `nil` where it is unknown.
package func executableFolder() -> [UInt8]? {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  guard count > 0 else { return nil }
  let bytes = path[..<count].map { UInt8(bitPattern: $0) }
  return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) }
}

/// The folders where programs of this installation are, in order: beside the one that runs, then
/// `../libexec/fresnel` seen from there.
///
/// Never along `PATH`: whoever can put a file there must not get to see the user's pictures.
package func installedFolders() -> [[UInt8]] {
  guard let own = executableFolder() else { return [] }
  return [own, own + Array("/../libexec/fresnel".utf8)]
}

/// What one attempt to move bytes, that never waits, has come to.
package enum Transfer: Hashable, Sendable {
  /// So many bytes were moved; at least one.
  case bytes(Int)
  /// Nothing could be moved now.
  case wouldWait
  /// The other side is gone.
  case ended
  /// Descriptors came along, and were thrown away unopened.
  case carriedDescriptors
}

extension FileDescriptor {
  /// Reads what is there, from a descriptor that does not wait.
  package borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Transfer {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldWait
      default: throw .last("read")
      }
    }
  }

  /// Receives what has come from a socket, without waiting.
  ///
  /// There is no room for descriptors: the kernel throws away what the other side sends, so it
  /// can't fill this process's table, and says so.
  package borrowing func receive(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Transfer {
    var part = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
    var wasReset = false
    while true {
      var flags: Int32 = 0
      let count = withUnsafeMutablePointer(to: &part) { part in
        var header = msghdr()
        header.msg_iov = part
        header.msg_iovlen = 1
        let count = recvmsg(number, &header, Int32(MSG_DONTWAIT))
        flags = header.msg_flags
        return count
      }
      if count >= 0, flags & Int32(MSG_CTRUNC) != 0 { return .carriedDescriptors }
      if count > 0 { return .bytes(count) }
      if count == 0 { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldWait
      // It is told once, and before what the other side sent last.
      case ECONNRESET where !wasReset: wasReset = true
      case ECONNRESET: return .ended
      default: throw .last("recvmsg")
      }
    }
  }

  /// Sends what a socket takes now, without waiting and without a signal where nobody listens.
  package borrowing func send(_ bytes: UnsafeRawBufferPointer) throws(Errno) -> Transfer {
    while true {
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      let count = Glibc.send(number, bytes.baseAddress, bytes.count, flags)
      if count > 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wouldWait
      case EPIPE, ECONNRESET: return .ended
      default: throw .last("send")
      }
    }
  }
}

// MARK: Packets with descriptors

/// A packet that came through a socket that keeps packets apart.
package struct ReceivedPacket: ~Copyable {
  /// How many bytes of the buffer it has.
  package let count: Int
  /// The descriptor that came with it.
  package var descriptor: FileDescriptor?
  /// Whether there was more of it than the buffer takes, or more than one descriptor.
  package let isCut: Bool
}

extension FileDescriptor {
  /// A connected pair of local sockets that keep packets apart, closed on exec.
  package static func packetSocketPair() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }

  /// Sends a packet with a descriptor, without waiting; the descriptor stays the caller's.
  package borrowing func send(
    _ bytes: UnsafeRawBufferPointer, with descriptor: Int32
  ) throws(Errno) -> Transfer {
    while true {
      let count = fresnel_send_with_descriptor(number, bytes.baseAddress, bytes.count, descriptor)
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      // Too many descriptors are under way: the other side has to take some first.
      case EAGAIN, ETOOMANYREFS: return .wouldWait
      case EPIPE, ECONNRESET: return .ended
      default: throw .last("sendmsg")
      }
    }
  }

  /// Receives a packet, without waiting; `nil` where none has come.
  ///
  /// One without bytes is the end.
  package borrowing func receivePacket(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> ReceivedPacket? {
    var wasReset = false
    while true {
      var descriptor: Int32 = -1
      var isCut: Int32 = 0
      let count = fresnel_receive_with_descriptor(
        number, buffer.baseAddress, buffer.count, &descriptor, &isCut)
      if count >= 0 {
        return ReceivedPacket(
          count: count,
          descriptor: descriptor >= 0 ? FileDescriptor(adopting: descriptor) : nil,
          isCut: isCut != 0)
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      case ECONNRESET where !wasReset: wasReset = true
      case ECONNRESET: return ReceivedPacket(count: 0, descriptor: nil, isCut: false)
      default: throw .last("recvmsg")
      }
    }
  }
}
