import TilePlaces

// The fields of `canvases`, in wire order.

extension WireWriter {
  mutating func put(_ canvases: [CanvasDescription], isLast: Bool) {
    put(isLast)
    put(UInt8(clamping: canvases.count))
    for canvas in canvases.prefix(255) {
      put(name: canvas.label)
      put(Array(canvas.address.utf8))
    }
  }
}

extension WireReader {
  mutating func takeCanvases() throws(WireError) -> DescriptionReport {
    let isLast = try takeFlag()
    var canvases: [CanvasDescription] = []
    for _ in 0..<(try take(UInt8.self)) {
      let label = try takeName()
      let bytes = try takeBlob(atMost: TileDescription.longestService)
      guard let text = String(validating: bytes, as: UTF8.self), TileDescription.isService(text)
      else { throw .badValue("address") }
      canvases.append(CanvasDescription(label: label, address: text))
    }
    return .canvases(canvases, isLast: isLast)
  }
}

extension [CanvasDescription] {
  /// The messages that carry the descriptions, each within the size limit.
  package var reports: [DescriptionReport] {
    var reports: [DescriptionReport] = []
    var rest = self[...]
    repeat {
      var bytes = 0
      let some = rest.prefix { canvas in
        bytes += canvas.address.utf8.count + WireFormat.longestName + 5
        return bytes < WireFormat.longestMessage - 16
      }.prefix(255)
      rest = rest.dropFirst(some.count)
      reports.append(.canvases(Array(some), isLast: rest.isEmpty))
    } while !rest.isEmpty
    return reports
  }
}
