import TilePlaces

/// What is told of a file that describes what lies elsewhere.
package enum DescriptionReport: DecoderReport {
  /// The file describes a picture whose tiles lie elsewhere.
  case tiles(TileDescription)
  /// The file names pictures that lie elsewhere, these among them; the last such message says so.
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
