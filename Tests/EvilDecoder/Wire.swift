import CLinux
import DecoderProtocol
import Glibc

/// The decoder's end of the control socket, blocking and unchecked.
struct Wire {
  private var framer = MessageFramer()

  func send(_ message: DecoderMessage<PictureReport>) { write(message.encoded) }
  func send(_ report: PictureReport) { write(report.encoded) }
  func send(_ report: some DecoderReport) { write(report.encoded) }

  /// Sends any payload after a length field of any value.
  func sendRaw(_ payload: [UInt8], length: UInt32? = nil) {
    let length = length ?? UInt32(payload.count)
    write((0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + payload)
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(WireFormat.controlDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { exit(3) }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends bytes with file descriptors attached.
  func write(_ bytes: [UInt8], descriptors count: Int) {
    // Builds a cmsghdr by hand, as its macros are not imported: length, level, type, numbers.
    var control = [UInt8](repeating: 0, count: (16 + 4 * count + 7) / 8 * 8)
    control.withUnsafeMutableBytes { control in
      control.storeBytes(of: 16 + 4 * count, as: Int.self)
      control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
      control.storeBytes(of: 1, toByteOffset: 12, as: Int32.self)
      for index in 0..<count {
        control.storeBytes(
          of: WireFormat.pictureDescriptor, toByteOffset: 16 + 4 * index, as: Int32.self)
      }
    }
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        withUnsafeMutablePointer(to: &part) { part in
          var header = msghdr()
          header.msg_iov = part
          header.msg_iovlen = 1
          header.msg_control = control.baseAddress
          header.msg_controllen = control.count
          _ = sendmsg(WireFormat.controlDescriptor, &header, 0)
        }
      }
    }
  }

  /// Returns the next message, or `nil` after a timeout in milliseconds; -1 waits forever.
  mutating func receive(within milliseconds: Int32 = -1) -> HostMessage? {
    while true {
      do throws(WireError) {
        if let payload = try framer.next() { return try HostMessage(payload: payload) }
      } catch {
        exit(4)
      }
      var request = pollfd(
        fd: WireFormat.controlDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, milliseconds) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = read(WireFormat.controlDescriptor, &buffer, buffer.count)
      guard count > 0 else { exit(0) }
      buffer[..<count].withUnsafeBytes { framer.append($0) }
    }
  }
}
