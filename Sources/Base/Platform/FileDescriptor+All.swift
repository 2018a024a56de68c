import Glibc

/// Complete reads and writes, in as many system calls as they take.
///
/// These take numbers, because decoders use descriptors that they don't own. Without a `place` they
/// continue at the file's position.
extension FileDescriptor {
  /// Reads until the buffer is full or the file ends; returns the number of bytes read.
  package static func readAll(
    _ number: Int32, at place: Int? = nil, into buffer: UnsafeMutableRawBufferPointer
  ) throws(Errno) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count =
        if let place {
          pread(number, rest.baseAddress, rest.count, off_t(place + done))
        } else {
          Glibc.read(number, rest.baseAddress, rest.count)
        }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last(place == nil ? "read" : "pread") }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  /// Reads up to `limit` bytes; fewer only if the file ends.
  package static func readAll(
    _ number: Int32, at place: Int? = nil, limit: Int
  ) throws(Errno) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(Errno) {
        let buffer = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: limit)
        count = try readAll(number, at: place, into: buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes; waits until they are written, on non-blocking descriptors too.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, at place: Int? = nil
  ) throws(Errno) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let place {
          pwrite(number, rest.baseAddress, rest.count, off_t(place + done))
        } else {
          Glibc.write(number, rest.baseAddress, rest.count)
        }
      if count > 0 {
        done += count
      } else if count < 0, errno == EAGAIN {
        var request = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if count == 0 || errno != EINTR {
        throw .last(place == nil ? "write" : "pwrite")
      }
    }
  }

  /// Writes all bytes; waits until they are written, on non-blocking descriptors too.
  package static func writeAll(
    _ bytes: ArraySlice<UInt8>, to number: Int32, at place: Int? = nil
  ) throws(Errno) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(Errno) in try writeAll(bytes, to: number, at: place) }
    }
    try result.get()
  }
}
