import CAVIF
import DecoderKit
import DecoderProtocol
import Geometry
import Platform
import Tiles

/// libavif's decoder of a file whose boxes have been parsed.
final class AVIFFile {
  private let decoder: UnsafeMutablePointer<avifDecoder>
  private let reader: AVIFReader
  /// The single alpha picture of a colour grid, which libavif decodes as a separate picture.
  private let looseAlpha: AVIFFile?

  /// From this many coded images on, each is decoded by one thread, since every dav1d instance
  /// would start its own threads.
  private static let manyPieces = 64
  /// The longest side in AV1.
  private static let longestSide: UInt32 = 65536

  /// Parses a file's boxes; `main` makes another item the main picture, and `withGainMap` includes
  /// the gain map, if there is one.
  init(
    _ input: PictureInput, _ reading: HeaderReading, main: AVIFLooseAlpha? = nil,
    withGainMap: Bool = false
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
    // Omissions of older encoders are harmless.
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
      let file = try? AVIFFile(input, .first, main: alpha), file.isAlpha(of: decoder.pointee.image)
    {
      looseAlpha = file
    } else {
      looseAlpha = nil
    }
    try reading.check(self.shape)
  }

  /// True if this picture can be the alpha of another.
  private func isAlpha(of other: UnsafeMutablePointer<avifImage>) -> Bool {
    let (own, other) = (image.pointee, other.pointee)
    return frameCount == 1 && own.width == other.width && own.height == other.height
      && own.depth == other.depth && own.yuvRange == AVIF_RANGE_FULL
  }

  deinit { avifDecoderDestroy(decoder) }

  /// The number of frames of a sequence; 1 for a picture, even with layers.
  var frameCount: Int { Int(decoder.pointee.imageCount) }

  /// The timing of a sequence; `nil` for a picture.
  ///
  /// libavif reports the loop count from version 1.0 on; with older versions the sequence loops
  /// forever, as most files do.
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

  var hasAlpha: Bool { decoder.pointee.alphaPresent != 0 || looseAlpha != nil }

  /// The decoded picture whose luma is the alpha; `nil` if the planes contain it, or it is damaged.
  private(set) var alpha: UnsafePointer<avifImage>?

  /// The picture's properties, and its planes once they are decoded.
  ///
  /// The decoder owns it, so it is valid as long as this object.
  var image: UnsafeMutablePointer<avifImage> { decoder.pointee.image }

  /// The shape that the picture's memory depends on, from the boxes.
  var shape: RowShape {
    RowShape(
      size: PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height)),
      details: [
        Int(image.pointee.depth), Int(image.pointee.yuvFormat.rawValue), hasAlpha ? 1 : 0,
        Int(image.pointee.transformFlags), frameCount,
      ])
  }

  /// Decodes a frame; returns its number of rows, which is less than the height only for a
  /// truncated grid.
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
      return CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    case AVIF_RESULT_OUT_OF_MEMORY: return .noMemory
    case AVIF_RESULT_NO_CODEC_AVAILABLE, AVIF_RESULT_NOT_IMPLEMENTED, AVIF_RESULT_UNSUPPORTED_DEPTH:
      return CodecError(.unsupported, "this kind of AVIF file is not supported (\(reason))")
    default: return CodecError(.corrupt, "the AVIF file is damaged (\(reason))")
    }
  }
}
