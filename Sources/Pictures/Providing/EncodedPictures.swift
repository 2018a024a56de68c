/// How a source gets the encoded pictures of its tiles decoded.
///
/// Both closures are called on the source's thread.
public struct EncodedPictures {
  /// Returns the name of a picture's format, given its first bytes, at most 64; `nil` if it is
  /// unknown.
  public var format: (ArraySlice<UInt8>) -> String?
  /// Creates the decoder of a format; a source has one for each format.
  ///
  /// An error fails the tile.
  public var makeDecoder: (String) throws -> any EncodedTileDecoding

  /// The maximum number of bytes that `format` gets.
  public static let prefix = 64

  /// Creates a value from its two closures; an error that `makeDecoder` throws fails the tile.
  public init(
    format: @escaping (ArraySlice<UInt8>) -> String?,
    makeDecoder: @escaping (String) throws -> any EncodedTileDecoding
  ) {
    self.format = format
    self.makeDecoder = makeDecoder
  }
}
