import CISAL
import Glibc

/// Inflates a stream in steps, to its end.
struct InflateRun {
  var bytes: [UInt8] = []
  var status: Int32 = Z_OK
  var message: String?
  var consumed = 0
  /// True if a call reported that its input was used up while output was still pending.
  var everRanDry = false

  /// Inflates `stream` from input pieces and into output buffers of the given sizes, until no call
  /// makes progress.
  init(
    _ stream: [UInt8], by calls: InflateCalls, windowBits: Int32 = 15,
    input: () -> Int = { .max }, output: () -> Int = { 1 << 16 }
  ) {
    var state = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    status = calls.initialize(&state, windowBits, ZLIB_VERSION, size)
    guard status == Z_OK else { return }
    defer { _ = calls.end(&state) }
    var given = 0
    // Each piece has its own memory, freed once it is consumed.
    var piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 0)
    defer { piece.deallocate() }
    while status == Z_OK || status == Z_BUF_ERROR {
      if state.avail_in == 0, given < stream.count {
        let count = max(1, min(input(), stream.count - given))
        piece.deallocate()
        piece = .allocate(capacity: count)
        _ = piece.initialize(from: stream[given..<given + count])
        given += count
        state.next_in = piece.baseAddress
        state.avail_in = UInt32(count)
      }
      let room = max(1, output())
      var buffer = [UInt8](repeating: 0, count: room)
      status = buffer.withUnsafeMutableBufferPointer { buffer in
        state.next_out = buffer.baseAddress
        state.avail_out = UInt32(room)
        return calls.inflate(&state, Z_NO_FLUSH)
      }
      let count = room - Int(state.avail_out)
      bytes += buffer[..<count]
      if status == Z_OK, count == room, given == stream.count, state.avail_in == 0 {
        everRanDry = true
      }
      if status == Z_BUF_ERROR, given == stream.count { break }
    }
    message = state.msg.map { String(cString: $0) }
    consumed = given - Int(state.avail_in)
  }
}
