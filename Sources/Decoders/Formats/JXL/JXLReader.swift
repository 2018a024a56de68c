import CJXL
import DecoderKit
import DecoderProtocol
import Glibc

/// libjxl's decoder of a file, fed in pieces; use it on one thread.
///
/// The file is never in memory as a whole: libjxl keeps the part of a piece that it can't use yet.
final class JXLReader {
  /// An event that libjxl reports, or one of reading the file.
  enum Event {
    /// The basic info is known: size, number of channels and so on.
    case basicInfo
    /// The colour space is known, and no pixel has been read.
    case color
    /// A visible frame starts.
    case frame
    /// The target of the frame's pixels must be set now.
    case needsOutput
    /// All pixels of the frame have been delivered.
    case fullImage
    /// The file is complete.
    case end
    /// A piece of the file has been processed; a good moment to stop.
    case piece
    /// The file ends before the picture does.
    case cut
    /// The file is invalid.
    case damaged
  }

  private static let pieceSizes = (32 << 10)...(4 << 20)

  /// libjxl's handle.
  let decoder: OpaquePointer
  private let input: PictureInput
  private var position: Int64
  private let end: Int64
  private let piece: UnsafeMutableRawPointer
  private let pieceBytes: Int
  /// Bytes at the front of the piece that libjxl has been given.
  private var held = 0
  /// The target of pixels; kept alive here for libjxl.
  fileprivate var output: JXLOutput?

  /// Reads `input` in pieces, and stops at the given events.
  ///
  /// There are about `pieces` in total, within limits on their size. Pixels come in stored
  /// orientation, which DecoderKit corrects, with straight alpha.
  init(
    _ input: PictureInput, events: [JxlDecoderStatus], pieces: Int
  ) throws(CodecError) {
    let length = lseek(input.descriptor, 0, SEEK_END)
    guard length >= 0 else {
      throw CodecError(.unreadable, "the file could not be read (error \(errno))")
    }
    end = input.end < 0 ? Int64(length) : input.end
    let fair = Int(max(end - input.start, 0)) / max(pieces, 1)
    pieceBytes = min(max(fair, Self.pieceSizes.lowerBound), Self.pieceSizes.upperBound)
    guard let decoder = JxlDecoderCreate(nil), let piece = malloc(pieceBytes) else {
      throw CodecError(.tooLarge, "there is not enough memory to read the picture")
    }
    self.decoder = decoder
    self.input = input
    self.piece = piece
    position = input.start
    let wanted = events.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) }
    _ = JxlDecoderSubscribeEvents(decoder, wanted)
    _ = JxlDecoderSetKeepOrientation(decoder, JXL_TRUE)
    _ = JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE)
    _ = JxlDecoderSetCoalescing(decoder, JXL_TRUE)
  }

  deinit {
    JxlDecoderDestroy(decoder)
    free(piece)
  }

  /// The share of the file that has been read, 0 to 1.
  var progress: Double {
    let all = Double(max(end - input.start, 1))
    return min(Double(position - input.start) / all, 1)
  }

  /// True once this many bytes have been read.
  func hasRead(_ bytes: Int64) -> Bool { position - input.start >= bytes }

  func next() throws(CodecError) -> Event {
    switch JxlDecoderProcessInput(decoder) {
    case JXL_DEC_SUCCESS: return .end
    case JXL_DEC_BASIC_INFO: return .basicInfo
    case JXL_DEC_COLOR_ENCODING: return .color
    case JXL_DEC_FRAME: return .frame
    case JXL_DEC_NEED_IMAGE_OUT_BUFFER: return .needsOutput
    case JXL_DEC_FULL_IMAGE: return .fullImage
    case JXL_DEC_NEED_MORE_INPUT: return try feed() ? .piece : .cut
    default: return .damaged
    }
  }

  /// Feeds libjxl the next piece; returns false at the end of the file.
  private func feed() throws(CodecError) -> Bool {
    // Unused bytes must be fed again.
    let rest = min(JxlDecoderReleaseInput(decoder), held)
    memmove(piece, piece + held - rest, rest)
    let wanted = min(Int64(pieceBytes - rest), max(end - position, 0))
    guard wanted > 0 else {
      // Only a box's first bytes can be left over, so a whole piece means invalid data.
      held = 0
      guard position >= end else {
        throw CodecError(.corrupt, "the JPEG XL file is damaged")
      }
      return false
    }
    let count = pread(input.descriptor, piece + rest, Int(wanted), off_t(position))
    guard count >= 0 else {
      throw CodecError(.unreadable, "the file could not be read (error \(errno))")
    }
    guard count > 0 else {
      held = 0
      return false
    }
    position += Int64(count)
    held = rest + count
    let bytes = piece.assumingMemoryBound(to: UInt8.self)
    return JxlDecoderSetInput(decoder, bytes, held) == JXL_DEC_SUCCESS
  }
}

/// Receives a frame's pixels on libjxl's threads.
protocol JXLSink: AnyObject {
  /// Takes a piece of a row, as floats.
  func put(x: Int, y: Int, count: Int, _ numbers: UnsafePointer<Float>)
}

/// A reference to the sink for libjxl's callbacks.
private final class JXLOutput {
  unowned let sink: any JXLSink
  init(_ sink: any JXLSink) { self.sink = sink }
}

extension JXLReader {
  /// Makes libjxl deliver floats, piece by piece, to a sink that must outlive this object: with any
  /// other output it keeps the whole picture in memory.
  func setOutput(to sink: any JXLSink, channels: Int) throws(CodecError) {
    var format = JxlPixelFormat(
      num_channels: UInt32(channels), data_type: JXL_TYPE_FLOAT, endianness: JXL_NATIVE_ENDIAN,
      align: 0)
    let output = JXLOutput(sink)
    self.output = output
    let status = JxlDecoderSetImageOutCallback(
      decoder, &format,
      { place, x, y, count, numbers in
        guard let place, let numbers, let x = Int(exactly: x), let y = Int(exactly: y),
          let count = Int(exactly: count)
        else { return }
        Unmanaged<JXLOutput>.fromOpaque(place)._withUnsafeGuaranteedRef {
          $0.sink.put(x: x, y: y, count: count, numbers.assumingMemoryBound(to: Float.self))
        }
      }, Unmanaged.passUnretained(output).toOpaque())
    guard status == JXL_DEC_SUCCESS else { throw JXLReader.damage }
  }

  /// Makes libjxl write an extra channel to the buffer in `inks`, complete with the frame; `inks`
  /// must outlive this object.
  func setBlack(of inks: JXLInks, channel: Int) throws(CodecError) {
    var format = JxlPixelFormat(
      num_channels: 1, data_type: inks.isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      endianness: JXL_NATIVE_ENDIAN, align: 0)
    let status = JxlDecoderSetExtraChannelBuffer(
      decoder, &format, inks.black, inks.blackBytes, UInt32(channel))
    guard status == JXL_DEC_SUCCESS else { throw JXLReader.damage }
  }
}
