/// A message from the process that unpacks an archive.
package enum ArchiveReport: DecoderReport {
  /// The requested member is at the start of the arena, with this size in bytes; `nil` if the
  /// archive has no such member.
  case member(id: UInt32, byteCount: Int?)
  /// This member can't be unpacked; others still can.
  case memberFailed(id: UInt32, CodecError)
}

extension ArchiveReport {
  package func put(into writer: inout WireWriter) {
    switch self {
    case .member(let id, let byteCount):
      writer.put(.member)
      writer.put(id)
      writer.put(byteCount != nil)
      writer.put64(byteCount ?? 0)
    case .memberFailed(let id, let failure): writer.putTileFailed(id, failure)
    }
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    switch tag {
    case .member:
      let id = try reader.take(UInt32.self)
      let isThere = try reader.takeFlag()
      let count = try reader.take64(in: 0...Int.max, "bytes")
      self = .member(id: id, byteCount: isThere ? count : nil)
    case .tileFailed:
      self = .memberFailed(id: try reader.take(UInt32.self), try reader.takeFailure())
    default: return nil
    }
  }
}
