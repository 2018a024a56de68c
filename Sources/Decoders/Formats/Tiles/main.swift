import CExpat
import CJansson
import DecoderKit
import DecoderProtocol

// Otherwise jansson would ask the system for a seed, which the sandbox refuses.
json_object_seed(Int.random(in: 1...Int(UInt32.max)))
let salt = UInt.random(in: 1...UInt.max)

Decoder.serveDescriptions(
  library: "expat and jansson",
  version: "\(XML_MAJOR_VERSION).\(XML_MINOR_VERSION).\(XML_MICRO_VERSION) and "
    + "\(JANSSON_MAJOR_VERSION).\(JANSSON_MINOR_VERSION).\(JANSSON_MICRO_VERSION)"
) { bytes throws(CodecError) in
  let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  if InternetImagingDescription.begins(start) {
    return .tiles(try InternetImagingDescription.read(start))
  }
  if start.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
    let root = try JSONValue(Array(start))
    if let canvases = try Manifest.canvases(of: root) { return .canvases(canvases) }
    return .tiles(try JSONDescription.read(root))
  }
  return .tiles(try XMLDescription.read(bytes, salt: salt))
}
