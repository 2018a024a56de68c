import CAVIF
import DecoderKit
import DecoderProtocol
import Glibc

/// Reads the file for libavif, in pieces that stay in memory as long as the reader.
///
/// Use it with one decoder, on one thread at a time.
final class AVIFReader {
  /// libavif's interface to this reader.
  let io: UnsafeMutablePointer<avifIO>
  /// True while pieces that are only partly in the file are refused.
  var isDecoding = false
  /// The read error behind libavif's failure, if there was one.
  private(set) var failure: CodecError?
  private let input: PictureInput
  private let changes: [(place: Int, bytes: [UInt8])]
  private let size: Int
  private var pieces: [UnsafeMutableRawPointer] = []
  private var bytesLeft: Int

  /// How far the file may claim to extend beyond its end: a truncated file is still shown.
  private static let missingBytes = 64 << 20

  /// A reader that replaces the file's bytes at some offsets.
  init(_ input: PictureInput, changes: [(place: Int, bytes: [UInt8])]) {
    self.input = input
    self.changes = changes
    size = input.byteCount
    // Everything once, and again for headers that are read piece by piece.
    bytesLeft = size.multipliedReportingOverflow(by: 2).partialValue + (1 << 20)
    io = .allocate(capacity: 1)
    io.initialize(to: avifIO())
    io.pointee.sizeHint = UInt64(size + Self.missingBytes)
    io.pointee.persistent = 1
    io.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    io.pointee.read = { io, _, offset, count, out in
      guard let io, let out, let data = io.pointee.data else { return AVIF_RESULT_IO_ERROR }
      let reader = Unmanaged<AVIFReader>.fromOpaque(data).takeUnretainedValue()
      return reader.read(at: offset, count: count, into: out)
    }
  }

  deinit {
    for piece in pieces { free(piece) }
    io.deallocate()
  }

  private func read(
    at offset: UInt64, count: Int, into out: UnsafeMutablePointer<avifROData>
  ) -> avifResult {
    guard let offset = Int(exactly: offset), offset <= size, count >= 0 else {
      return AVIF_RESULT_WAITING_ON_IO
    }
    let available = min(count, size - offset)
    if isDecoding, available < count { return AVIF_RESULT_WAITING_ON_IO }
    out.pointee = avifROData()
    if available == 0 { return AVIF_RESULT_OK }
    // Repeated overlapping pieces would fill the memory.
    guard available <= bytesLeft, let piece = malloc(available) else {
      failure = CodecError(.corrupt, "the AVIF file claims more data than it has")
      return AVIF_RESULT_IO_ERROR
    }
    bytesLeft -= available
    pieces.append(piece)
    do throws(CodecError) {
      let buffer = UnsafeMutableRawBufferPointer(start: piece, count: available)
      let done = try input.readBytes(at: offset, into: buffer)
      // The file has become shorter.
      guard done == available else { return AVIF_RESULT_WAITING_ON_IO }
      for (place, bytes) in changes {
        for (index, byte) in bytes.enumerated()
        where (offset..<offset + available).contains(place + index) {
          buffer[place + index - offset] = byte
        }
      }
    } catch {
      failure = error
      return AVIF_RESULT_IO_ERROR
    }
    out.pointee = avifROData(data: piece.assumingMemoryBound(to: UInt8.self), size: available)
    return AVIF_RESULT_OK
  }
}
