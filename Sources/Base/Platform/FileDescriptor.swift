import CLinux
import Glibc

/// An open file, socket or pipe, closed at the end of its owner's lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The descriptor's number; valid while this value lives.
  package let number: Int32

  /// Takes ownership of an open descriptor.
  package init(adopting number: Int32) {
    precondition(number >= 0)
    self.number = number
  }

  deinit { close(number) }

  /// Gives up ownership: the caller closes the descriptor.
  package consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// Duplicates the descriptor; the copy is closed on exec.
  package borrowing func duplicate() throws(Errno) -> FileDescriptor {
    let copy = fresnel_duplicate_cloexec(number, 3)
    guard copy >= 0 else { throw .last("dup") }
    return FileDescriptor(adopting: copy)
  }

  /// Makes reads and writes return at once instead of blocking.
  package borrowing func setNonBlocking() throws(Errno) {
    guard fresnel_set_nonblocking(number) == 0 else { throw .last("fcntl") }
  }

  /// Opens a path for reading, without blocking and without acquiring a controlling terminal.
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

  /// Returns the first bytes of a file as text; `nil` if it can't be read.
  package static func start(of path: [UInt8], limit: Int) -> String? {
    guard let file = try? openForReading(path) else { return nil }
    return (try? readAll(file.number, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Opens a path below a folder for reading, without blocking.
  ///
  /// It never opens anything outside the folder: a `..` or a symbolic link that leads out fails
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

  /// Creates a connected pair of local stream sockets, closed on exec.
  package static func socketPair() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }

  /// Creates a pipe, closed on exec: `first` is the read end, `second` the write end.
  package static func pipe() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    guard fresnel_pipe(&numbers) == 0 else { throw .last("pipe2") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }
}

extension FileDescriptor {
  /// Opens `/dev/null` for reading and writing.
  package static func openNull() throws(Errno) -> FileDescriptor {
    let number = fresnel_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
    guard number >= 0 else { throw .last("open") }
    return FileDescriptor(adopting: number)
  }

  /// Opens the same regular file for reading again, positioned at its start.
  ///
  /// Unlike a duplicate it has a position of its own, so two readers can't disturb each other. It
  /// works for deleted files too. If the system refuses, because the file's permissions have
  /// changed, it is a duplicate, rewound to the start.
  package borrowing func reopenedForReading() throws(Errno) -> FileDescriptor {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let copy = fresnel_open("/proc/self/fd/\(number)", flags, 0)
    if copy >= 0 { return FileDescriptor(adopting: copy) }
    let duplicate = try duplicate()
    lseek(duplicate.number, 0, SEEK_SET)
    return duplicate
  }
}

/// The folder of the running program, without a trailing slash; `nil` if it is unknown.
package func executableFolder() -> [UInt8]? {
  var path = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink("/proc/self/exe", &path, path.count)
  guard count > 0 else { return nil }
  let bytes = path[..<count].map { UInt8(bitPattern: $0) }
  return bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[..<$0]) }
}

/// The folders with this installation's programs, in order: that of the running program, then
/// `../libexec/fresnel` relative to it.
///
/// `PATH` is never searched: an attacker who can put a file there must not gain access to the
/// user's pictures.
package func installedFolders() -> [[UInt8]] {
  guard let own = executableFolder() else { return [] }
  return [own, own + Array("/../libexec/fresnel".utf8)]
}

extension FileDescriptor {
  /// Reads what is available from a non-blocking descriptor.
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

  /// Receives what is available from a socket, without blocking.
  ///
  /// The message has no room for descriptors: the kernel discards any that the other side sends, so
  /// they can't fill this process's table, and reports that it did.
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
      // The reset is reported once, ahead of the data that the other side sent last.
      case ECONNRESET where !wasReset: wasReset = true
      case ECONNRESET: return .ended
      default: throw .last("recvmsg")
      }
    }
  }

  /// Sends what a socket accepts now, without blocking and without `SIGPIPE`.
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

extension FileDescriptor {
  /// Creates a connected pair of local sockets that preserve packets, closed on exec.
  package static func packetSocketPair() throws(Errno) -> DescriptorPair {
    var numbers: [Int32] = [-1, -1]
    let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &numbers) == 0 else { throw .last("socketpair") }
    return DescriptorPair(
      first: FileDescriptor(adopting: numbers[0]), second: FileDescriptor(adopting: numbers[1]))
  }

  /// Sends a packet with a descriptor, without blocking; the caller keeps the descriptor.
  package borrowing func send(
    _ bytes: UnsafeRawBufferPointer, with descriptor: Int32
  ) throws(Errno) -> Transfer {
    while true {
      let count = fresnel_send_with_descriptor(number, bytes.baseAddress, bytes.count, descriptor)
      if count >= 0 { return .bytes(count) }
      switch errno {
      case EINTR: continue
      // Too many descriptors are in flight: the other side must receive some first.
      case EAGAIN, ETOOMANYREFS: return .wouldWait
      case EPIPE, ECONNRESET: return .ended
      default: throw .last("sendmsg")
      }
    }
  }

  /// Receives a packet, without blocking; `nil` if there is none.
  ///
  /// An empty packet means that the other side has closed.
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
