/// The numbers of the wire: what Documentation/DecoderProtocol.md describes, in one place.
public enum WireFormat {
  /// The version that both sides must speak.
  public static let version: UInt32 = 2
  /// The most bytes of one message, its length prefix left out.
  public static let longestMessage = 65_536
  /// The most bytes of a display profile that fit a message.
  public static let longestProfile = 60_000
  /// Standard error of a decoder: what it says before it dies.
  public static let errorDescriptor: Int32 = 2
  /// The control socket's number in the decoder.
  public static let controlDescriptor: Int32 = 3
  /// The picture's number in the decoder.
  public static let pictureDescriptor: Int32 = 4
  /// The arena's number in the decoder.
  public static let arenaDescriptor: Int32 = 5
  /// The scratch file's number in the decoder, where it has one: as large as it may become.
  public static let scratchDescriptor: Int32 = 6
}
