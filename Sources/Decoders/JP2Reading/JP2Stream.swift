import CJP2
import DecoderKit
import DecoderProtocol

/// Random access to the file for openjpeg.
final class JP2Stream {
  /// openjpeg's stream; it must not outlive this object.
  let handle: UnsafeMutablePointer<opj_stream_t?>
  /// The read error behind openjpeg's failure, if there was one.
  private(set) var failure: CodecError?
  private let input: PictureInput
  private let end: Int
  private var position = 0

  /// Bytes that openjpeg reads at once: tiles are far apart, and most are small.
  private static let bufferBytes = 64 << 10

  init(_ input: PictureInput) throws(CodecError) {
    guard let handle = opj_stream_create(Self.bufferBytes, OPJ_TRUE) else {
      throw CodecError.noMemory
    }
    self.handle = handle
    self.input = input
    end = input.byteCount
    opj_stream_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque(), nil)
    opj_stream_set_user_data_length(handle, UInt64(end))
    opj_stream_set_read_function(handle) { target, count, data in
      guard let stream = JP2Stream.of(data), let target else { return -1 }
      return stream.read(UnsafeMutableRawBufferPointer(start: target, count: Int(count)))
    }
    opj_stream_set_skip_function(handle) { count, data in
      guard let stream = JP2Stream.of(data) else { return -1 }
      let (place, overflows) = stream.position.addingReportingOverflow(Int(count))
      return !overflows && stream.seek(to: place) ? count : -1
    }
    opj_stream_set_seek_function(handle) { place, data in
      JP2Stream.of(data)?.seek(to: Int(place)) == true ? OPJ_TRUE : OPJ_FALSE
    }
  }

  deinit { opj_stream_destroy(handle) }

  private static func of(_ data: UnsafeMutableRawPointer?) -> JP2Stream? {
    data.map { Unmanaged<JP2Stream>.fromOpaque($0).takeUnretainedValue() }
  }

  /// openjpeg's value for the end of the file and for errors.
  private static let nothing = -1

  private func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
    do throws(CodecError) {
      let count = try input.readBytes(at: position, into: target)
      position += count
      return count > 0 ? count : Self.nothing
    } catch {
      failure = error
      return Self.nothing
    }
  }

  private func seek(to place: Int) -> Bool {
    guard place >= 0, place <= end else { return false }
    position = place
    return true
  }
}
