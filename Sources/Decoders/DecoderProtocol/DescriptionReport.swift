import TilePlaces

/// The content of a file that describes tiles or pictures stored elsewhere.
package enum DescriptionReport: DecoderReport {
  /// The file describes a picture whose tiles are stored elsewhere.
  case tiles(TileDescription)
  /// Some of the pictures that the file lists; the last such message has `isLast`.
  case canvases([CanvasDescription], isLast: Bool)
}

extension DescriptionReport {
  package func put(into writer: inout WireWriter) {
    switch self {
    case .tiles(let description):
      writer.put(.tiles)
      writer.put(description)
    case .canvases(let canvases, let isLast):
      writer.put(.canvases)
      writer.put(canvases, isLast: isLast)
    }
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    switch tag {
    case .tiles: self = .tiles(try reader.takeTiles())
    case .canvases: self = try reader.takeCanvases()
    default: return nil
    }
  }
}
