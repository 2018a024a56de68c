import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform
import Tiles

/// libavif's decoder of a file whose boxes have been read.
final class AVIFFile {
  private let decoder: UnsafeMutablePointer<avifDecoder>
  private let reader: AVIFReader
  /// The alpha of a grid that is none itself, which libavif reads as a picture of its own.
  private let looseAlpha: AVIFFile?

  /// From so many pieces on each is decoded by one thread: each has threads of its own.
  private static let manyPieces = 64
  /// AV1's longest side.
  private static let longestSide: UInt32 = 65536

  /// Reads the boxes of a file; the main picture may be told to be another, and the boxes of its
  /// gain map are read where they are wanted and there.
  init(
    _ input: PictureInput, main: AVIFLooseAlpha? = nil, withGainMap: Bool = false
  ) throws(CodecError) {
    var changes = try AVIFTracks(input).hidden.map { ($0, AVIFTracks.replacement) }
    if let main { changes.append((main.place, main.number)) }
    let reader = AVIFReader(input, changes: changes)
    guard let decoder = avifDecoderCreate() else { throw CodecError.noMemory }
    let pieces = try ISOItems(input).types.count { $0 == "av01" }
    decoder.pointee.codecChoice = AVIF_CODEC_CHOICE_DAV1D
    decoder.pointee.maxThreads = pieces < Self.manyPieces ? 2 : 1
    decoder.pointee.allowIncremental = 1
    decoder.pointee.ignoreExif = 1
    decoder.pointee.ignoreXMP = 1
    if withGainMap { fresnel_avif_want_gain_map(decoder) }
    decoder.pointee.imageDimensionLimit = Self.longestSide
    // What older encoders left out does no harm.
    decoder.pointee.strictFlags = AVIF_STRICT_DISABLED.rawValue
    avifDecoderSetIO(decoder, reader.io)
    let result = avifDecoderParse(decoder)
    guard result == AVIF_RESULT_OK, decoder.pointee.image != nil else {
      let failure = Self.failure(result, of: decoder, reader)
      avifDecoderDestroy(decoder)
      throw failure
    }
    self.decoder = decoder
    self.reader = reader
    let mayBeLoose = main == nil && decoder.pointee.alphaPresent == 0
    if mayBeLoose, let alpha = try? AVIFLooseAlpha(input),
      let file = try? AVIFFile(input, main: alpha), file.isAlpha(of: decoder.pointee.image)
    {
      looseAlpha = file
    } else {
      looseAlpha = nil
    }
  }

  /// Whether its picture may be the alpha of another.
  private func isAlpha(of other: UnsafeMutablePointer<avifImage>) -> Bool {
    let (own, other) = (image.pointee, other.pointee)
    return frameCount == 1 && own.width == other.width && own.height == other.height
      && own.depth == other.depth && own.yuvRange == AVIF_RANGE_FULL
  }

  deinit { avifDecoderDestroy(decoder) }

  /// Frames of a sequence; one for a picture, whatever layers it has.
  var frameCount: Int { Int(decoder.pointee.imageCount) }

  /// When the frames of a sequence are shown; `nil` for a picture.
  ///
  /// How often is told by libavif from 1.0 on: without end where it is not, as most files want it.
  var timing: FrameTiming? {
    let count = min(frameCount, SourceInfo.mostFrames)
    guard count > 1 else { return nil }
    let repetitions = Int(fresnel_avif_repetitions(decoder))
    var timing = FrameTiming(loops: repetitions < 0 ? 0 : repetitions + 1)
    for frame in 0..<count {
      var times = avifImageTiming()
      let status = avifDecoderNthImageTiming(decoder, UInt32(frame), &times)
      timing.add(seconds: status == AVIF_RESULT_OK ? times.duration : 0)
    }
    return timing
  }

  /// Whether the boxes name an alpha plane.
  var hasAlpha: Bool { decoder.pointee.alphaPresent != 0 || looseAlpha != nil }

  /// The picture whose brightness is the alpha, decoded; `nil` where the planes hold it, or it is
  /// damaged.
  private(set) var alpha: UnsafePointer<avifImage>?

  /// What is known of the picture, and its planes once they have been decoded.
  ///
  /// It belongs to the decoder, and is valid as long as this is.
  var image: UnsafeMutablePointer<avifImage> { decoder.pointee.image }

  /// What the memory for the picture rests on, as far as the boxes say it.
  var shape: RowShape {
    RowShape(
      size: PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height)),
      details: [
        Int(image.pointee.depth), Int(image.pointee.yuvFormat.rawValue), hasAlpha ? 1 : 0,
        Int(image.pointee.transformFlags), frameCount,
      ])
  }

  /// Decodes a frame, and says how many of its rows there are: fewer only where a grid is cut off.
  func decode(frame: Int) throws(CodecError) -> Int {
    reader.isDecoding = true
    if let looseAlpha, (try? looseAlpha.decode(frame: 0)) == Int(looseAlpha.image.pointee.height),
      looseAlpha.image.pointee.yuvPlanes.0 != nil, looseAlpha.isAlpha(of: image)
    {
      alpha = UnsafePointer(looseAlpha.image)
    }
    let result = avifDecoderNthImage(decoder, UInt32(clamping: frame))
    switch result {
    case AVIF_RESULT_OK: return Int(image.pointee.height)
    case AVIF_RESULT_WAITING_ON_IO:
      let rows = Int(avifDecoderDecodedRowCount(decoder))
      guard rows > 0, image.pointee.yuvPlanes.0 != nil else {
        throw Self.failure(result, of: decoder, reader)
      }
      return rows
    default: throw Self.failure(result, of: decoder, reader)
    }
  }

  private static func failure(
    _ result: avifResult, of decoder: UnsafeMutablePointer<avifDecoder>, _ reader: AVIFReader
  ) -> CodecError {
    if let failure = reader.failure { return failure }
    let detail = withUnsafeBytes(of: decoder.pointee.diag.error) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if detail.containsBytes(of: "dimensions are too large") {
      return CodecError(.tooLarge, "the picture is too large to be decoded")
    }
    var reason = String(cString: avifResultToString(result))
    if !detail.isEmpty { reason += ": " + detail }
    switch result {
    case AVIF_RESULT_TRUNCATED_DATA, AVIF_RESULT_WAITING_ON_IO:
      return CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    case AVIF_RESULT_OUT_OF_MEMORY: return .noMemory
    case AVIF_RESULT_NO_CODEC_AVAILABLE, AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_UNSUPPORTED_DEPTH:
      return CodecError(.unsupported, "this kind of AVIF file is not supported (\(reason))")
    default: return CodecError(.corrupt, "the AVIF file is damaged (\(reason))")
    }
  }
}
