/// A message from a decoder of single encoded pictures.
package enum EncodedReport: DecoderReport {
  /// The requested tile is in its slot; the slot belongs to the viewer again.
  case tileReady(id: UInt32)
  /// The request was cancelled before its tile was made; the slot belongs to the viewer again.
  case tileCancelled(id: UInt32)
  /// The requested tile can't be made, others still can; the slot belongs to the viewer again.
  case tileFailed(id: UInt32, CodecError)
}

extension EncodedReport {
  package func put(into writer: inout WireWriter) {
    switch self {
    case .tileReady(let id): writer.putTileReady(id)
    case .tileCancelled(let id): writer.putTileCancelled(id)
    case .tileFailed(let id, let failure): writer.putTileFailed(id, failure)
    }
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    switch tag {
    case .tileReady: self = .tileReady(id: try reader.take(UInt32.self))
    case .tileCancelled: self = .tileCancelled(id: try reader.take(UInt32.self))
    case .tileFailed:
      self = .tileFailed(id: try reader.take(UInt32.self), try reader.takeFailure())
    default: return nil
    }
  }
}

// The replies to tile requests, which other services share.

extension WireWriter {
  mutating func putTileReady(_ id: UInt32) {
    put(.tileReady)
    put(id)
  }

  mutating func putTileCancelled(_ id: UInt32) {
    put(.tileCancelled)
    put(id)
  }

  mutating func putTileFailed(_ id: UInt32, _ failure: CodecError) {
    put(.tileFailed)
    put(id)
    put(failure)
  }
}
