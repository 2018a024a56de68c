import CLinux
import Glibc

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
