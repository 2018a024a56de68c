import DecoderProtocol
import Geometry
import Glibc
import Tiles

/// Claims about the picture, true or not: `claim:field=value;field=value`.
extension EvilDecoder {
  private var claims: [String: String] {
    var claims: [String: String] = [:]
    for pair in argument.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { claims[parts[0]] = parts[1] }
    }
    return claims
  }

  /// Sends an `info` message assembled by hand, so that each field can have any value.
  func sendClaimedInfo() {
    let claims = claims
    var payload: [UInt8] = [130]
    func put(_ field: String, _ usual: Int, bytes: Int) {
      let number = claims[field].flatMap { Int($0) } ?? usual
      Self.append(number, bytes: bytes, to: &payload)
    }
    func put(_ field: String, _ usual: Double) {
      Self.append(claims[field].flatMap { Double($0) } ?? usual, to: &payload)
    }
    put("width", 2000)
    put("height", 1500)
    if let rungs = claims["rungs"] {
      Self.appendRungs(rungs, to: &payload)
    } else {
      put("scales", 0, bytes: 1)
      put("largest", 1)
    }
    put("orientation", 1, bytes: 1)
    put("frames", 1, bytes: 4)
    put("timed", 0, bytes: 1)
    put("loops", 0, bytes: 4)
    put("alpha", 0, bytes: 1)
    put("random", 0, bytes: 1)
    put("slow", 0, bytes: 1)
    put("preview", 0, bytes: 1)
    put("kind", 0, bytes: 1)
    put("headroom", 1)
    put("x", 0)
    put("y", 0)
    put("names", 0, bytes: 2)
    for name in (claims["name"] ?? "").split(separator: "+") {
      payload.append(UInt8(truncatingIfNeeded: name.utf8.count))
      payload += name.utf8
    }
    wire.sendRaw(payload)
  }

  private static func append(_ number: Double, to payload: inout [UInt8]) {
    append(Int(truncatingIfNeeded: number.bitPattern), bytes: 8, to: &payload)
  }

  private static func append(_ number: Int, bytes: Int, to payload: inout [UInt8]) {
    for index in 0..<bytes { payload.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Appends this number of valid rungs, or the given ones, each as `scale/width/height`.
  private static func appendRungs(_ text: String, to payload: inout [UInt8]) {
    var rungs: [(scale: Double, width: Int, height: Int)] = []
    if let count = Int(text) {
      for number in 1...max(1, count) {
        rungs.append((Double(number) / 256, 8 * number, 6 * number))
      }
    } else {
      for rung in text.split(separator: "+") {
        let parts = rung.split(separator: "/")
        guard parts.count == 3 else { continue }
        rungs.append((Double(parts[0]) ?? 1, Int(parts[1]) ?? 1, Int(parts[2]) ?? 1))
      }
    }
    payload.append(UInt8(truncatingIfNeeded: rungs.count))
    for rung in rungs {
      append(rung.scale, to: &payload)
      for number in [rung.width, rung.height] { append(number, bytes: 8, to: &payload) }
    }
  }

  /// Sends other messages than tiles once the picture is open: `tell:what`.
  func tell() {
    let map = GainMap(
      size: PixelSize(width: 10, height: 10), minimum: .init(0, 0, 0), maximum: .init(1, 1, 1),
      gamma: .init(1, 1, 1), baseOffset: .init(0, 0, 0), alternateOffset: .init(0, 0, 0),
      baseCapacity: 0, alternateCapacity: 1, isBaseBright: false)
    let parts = argument.split(separator: ",").map(String.init)
    switch parts.first ?? "" {
    case "frames":
      // Frame numbers; `!` marks the last.
      for part in parts.dropFirst() {
        let isLast = part.hasSuffix("!")
        let number = Int(isLast ? String(part.dropLast()) : part) ?? 0
        wire.send(
          .frame(FrameTime(number: number, microseconds: 40_000 + number, isLast: isLast)))
      }
    case "endless":
      for number in 0... {
        wire.send(.frame(FrameTime(number: number, microseconds: 40_000, isLast: false)))
      }
    case "shortframe":
      wire.send(
        .frame(FrameTime(number: 0, microseconds: Int(parts.last ?? "") ?? 1, isLast: true)))
    case "longframe": wire.sendRaw([138, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [0])
    case "gainmap": wire.send(.gainMap(map))
    case "gainmaptwice":
      wire.send(.gainMap(map))
      wire.send(.gainMap(map))
    case "gainmapnan":
      var map = map
      map.gamma.green = .nan
      wire.send(.gainMap(map))
    case "gainmapgamma":
      var map = map
      map.gamma.blue = 0
      wire.send(.gainMap(map))
    case "gainmapsize":
      var map = map
      map.size.width = 0
      wire.send(.gainMap(map))
    case "metadata":
      let bytes = [UInt8](repeating: 1, count: WireFormat.longestMetadata)
      for _ in 0..<(parts.count > 1 ? Int(parts[1]) ?? 1 : 1) {
        wire.send(.metadata(Metadata(kind: .exif, hasMore: true, bytes: bytes)))
      }
    case "longmetadata": wire.sendRaw([140, 1, 0, 0x61, 0xEA, 0, 0])
    case "metadatakind": wire.sendRaw([140, 9, 0, 0, 0, 0, 0])
    case "insteadlate": wire.send(.insteadUse(format: "JPEG"))
    default: break
    }
  }
}
