import DecoderKit
import DecoderProtocol

/// A single alpha picture for a grid of colours: libavif 0.11 expects alpha in each cell, and
/// ignores it.
///
/// If the main picture's number is replaced by the alpha's, libavif decodes the alpha.
struct AVIFLooseAlpha {
  /// The offset of the main picture's number.
  let place: Int
  /// The alpha's number, encoded to replace it.
  let number: [UInt8]

  /// Parses the boxes; `nil` unless the main picture is a grid with one single alpha picture.
  init?(_ input: PictureInput) throws(CodecError) {
    guard let meta = try AVIFBoxes.top("meta", of: input) else { return nil }
    let boxes = AVIFBoxes.children(of: meta.body.dropFirst(4))
    func body(_ name: String) -> ArraySlice<UInt8>? { boxes.first { $0.type == name }?.body }
    guard let primary = body("pitm"), let version = primary.first else { return nil }
    let own = primary.dropFirst(4).prefix(version == 0 ? 2 : 4)
    guard own.count == (version == 0 ? 2 : 4), let references = body("iref"),
      let width = references.first.map({ $0 == 0 ? 2 : 4 })
    else { return nil }
    func value(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    // A reference from one item, a 16-bit count, to others.
    let helpers = AVIFBoxes.children(of: references.dropFirst(4)).filter { box in
      box.type == "auxl" && value(box.body.dropFirst(width).prefix(2)) == 1
        && value(box.body.dropFirst(width + 2).prefix(width)) == value(own)
    }
    guard helpers.count == 1, let helper = helpers.first, Self.isAlphaNamed(in: meta.body) else {
      return nil
    }
    let found = value(helper.body.prefix(width))
    let types = body("iinf").map { Self.types(in: $0) } ?? [:]
    guard types[value(own)] == "grid", types[found] == "av01",
      own.count == 4 || found <= Int(UInt16.max)
    else { return nil }
    place = meta.start + own.startIndex
    number = (0..<own.count).map { UInt8(found >> (8 * (own.count - 1 - $0)) & 255) }
  }

  /// True if any auxiliary picture is declared as alpha.
  private static func isAlphaNamed(in meta: [UInt8]) -> Bool {
    let name = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
    return meta.indices.dropLast(name.count).contains {
      meta[$0] == name[0] && meta[$0..<$0 + name.count].elementsEqual(name)
    }
  }

  /// The item types by item number.
  private static func types(in body: ArraySlice<UInt8>) -> [Int: String] {
    var types: [Int: String] = [:]
    let list = body.dropFirst((body.first ?? 0) == 0 ? 6 : 8)
    for (type, _, entry) in AVIFBoxes.children(of: list, most: 65536) where type == "infe" {
      guard let version = entry.first, version == 2 || version == 3 else { continue }
      let width = version == 2 ? 2 : 4
      let number = entry.dropFirst(4).prefix(width).reduce(0) { $0 << 8 | Int($1) }
      types[number] = String(decoding: entry.dropFirst(6 + width).prefix(4), as: UTF8.self)
    }
    return types
  }
}
