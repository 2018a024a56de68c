import DecoderProtocol
import Glibc
import Platform

extension PictureInput {
  /// Bytes of the picture, as many as there are now.
  package var byteCount: Int {
    // Not fstat, which a newer C library would ask by a name that the lock-down refuses.
    let end = self.end < 0 ? Int64(lseek(descriptor, 0, SEEK_END)) : self.end
    return Int(max(0, end - start))
  }

  /// Reads bytes from a place in the picture; fewer where it ends, none behind its end.
  package func readBytes(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(DecodeFailure) -> Int {
    guard offset >= 0, let base = buffer.baseAddress else { return 0 }
    var done = 0
    while done < buffer.count {
      var most = buffer.count - done
      let (place, overflows) = start.addingReportingOverflow(Int64(offset + done))
      guard !overflows else { break }
      if end >= 0 { most = Int(min(Int64(most), max(0, end - place))) }
      guard most > 0 else { break }
      let got = pread(descriptor, base + done, most, off_t(place))
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else {
        throw DecodeFailure(
          .unreadable, "the file could not be read (\(String(cString: strerror(errno))))")
      }
      guard got > 0 else { break }
      done += got
    }
    return done
  }

  /// Bytes from a place in the picture; fewer where it ends.
  package func bytes(at offset: Int, count: Int) throws(DecodeFailure) -> [UInt8] {
    let most = min(count, max(0, byteCount - offset))
    guard most > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: most)
    var outcome = Result<Int, DecodeFailure>.success(0)
    bytes.withUnsafeMutableBytes { buffer in
      outcome = Result { () throws(DecodeFailure) in try readBytes(at: offset, into: buffer) }
    }
    bytes.removeLast(most - (try outcome.get()))
    return bytes
  }
}
