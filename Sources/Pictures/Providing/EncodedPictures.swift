/// How a source has the encoded pictures of its tiles decoded.
///
/// Both closures are called on the thread that the source lives on.
public struct EncodedPictures {
  /// The name of a picture's format, told by its first bytes, 64 at most; `nil` where nobody knows
  /// it.
  public var format: (ArraySlice<UInt8>) -> String?
  /// Makes the decoder of a format; each source has one for each.
  ///
  /// An error fails the tile.
  public var makeDecoder: (String) throws -> any EncodedTileDecoding

  /// The bytes that a format is told by, at most.
  public static let prefix = 64

  /// A way to tell formats, and to make their decoders; what `makeDecoder` throws fails the tile.
  public init(
    format: @escaping (ArraySlice<UInt8>) -> String?,
    makeDecoder: @escaping (String) throws -> any EncodedTileDecoding
  ) {
    self.format = format
    self.makeDecoder = makeDecoder
  }
}
