import DecoderKit
import DecoderProtocol

/// The section of layers and masks, which tells if the merged picture has transparency.
struct PhotoshopLayers {
  let isLarge: Bool

  private static let mostBlocks = 4096
  /// Blocks with the layers of deep pictures, and blocks that indicate transparency.
  private static let layerKeys: Set<String> = ["Lr16", "Lr32", "Layr"]
  private static let transparencyKeys: Set<String> = ["Mtrn", "Mt16", "Mt32"]
  /// Blocks with 64-bit lengths in large files.
  private static let longKeys: Set<String> = [
    "LMsk", "Lr16", "Lr32", "Layr", "Mt16", "Mt32", "Mtrn", "Alph", "FMsk", "lnk2", "FEid",
    "FXid", "PxSD",
  ]

  /// Skips the section; returns true if the first channel after the colours is transparency.
  func skip(_ reader: inout ByteReader) throws(CodecError) -> Bool {
    let count = try length(&reader, isLong: isLarge)
    let start = reader.offset
    let end = start.addingReportingOverflow(count)
    guard count > 0, !end.overflow else { return false }
    defer { reader.seek(to: end.partialValue) }
    let layerBytes = try length(&reader, isLong: isLarge)
    if layerBytes >= 2 { return try isNegative(&reader) }
    let maskBytes = try length(&reader, isLong: false)
    reader.skip(maskBytes)
    for _ in 0..<Self.mostBlocks {
      guard end.partialValue - reader.offset >= 12, !reader.isPastEnd else { return false }
      let signature = try text(&reader)
      guard signature == "8BIM" || signature == "8B64" else { return false }
      let key = try text(&reader)
      let bytes = try length(&reader, isLong: isLarge && Self.longKeys.contains(key))
      if Self.transparencyKeys.contains(key) { return true }
      if Self.layerKeys.contains(key), bytes >= 2 { return try isNegative(&reader) }
      reader.skip(bytes <= Int.max - 3 ? (bytes + 3) / 4 * 4 : .max)
    }
    return false
  }

  /// True if a layer count is negative, which indicates transparency.
  private func isNegative(_ reader: inout ByteReader) throws(CodecError) -> Bool {
    try reader.big16() >= 0x8000
  }

  private func length(_ reader: inout ByteReader, isLong: Bool) throws(CodecError) -> Int {
    guard isLong else { return try reader.big32() }
    let (high, low) = (try reader.big32(), try reader.big32())
    return high >= 1 << 30 ? .max : high << 32 | low
  }

  private func text(_ reader: inout ByteReader) throws(CodecError) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<4 { bytes.append(try reader.byte()) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
