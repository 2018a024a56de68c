import DecoderProtocol

/// An archive whose members can be read one by one.
package protocol MemberArchive {
  /// Unpacks a member: the picture's description if the path is empty, else the tile at `path`.
  ///
  /// Returns its size in bytes, at most the buffer's; `nil` if there is no such member.
  func member(
    _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int?
}
