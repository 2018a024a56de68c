import DecoderProtocol
import Geometry
import Glibc
import TilePlaces

extension EvilDecoder {
  func sendHello() {
    switch (fault, argument) {
    case ("proto", "version"): wire.send(.hello(Hello(version: WireFormat.version + 6)))
    case ("proto", "nohello"): break
    case ("proto", "hellotwice"):
      wire.send(.hello(hello))
      wire.send(.hello(hello))
    case ("proto", "longlibrary"):
      let version = withUnsafeBytes(of: WireFormat.version.littleEndian) { Array($0) }
      wire.sendRaw([129] + version + [200, 65, 66])
    case ("proto", "progressfirst"): wire.send(.progress(fraction: 0))
    case ("proto", "split"):
      for byte in DecoderMessage<PictureReport>.hello(hello).encoded {
        wire.write([byte])
        usleep(2000)
      }
    default: wire.send(.hello(hello))
    }
  }

  func sendInfo() {
    switch fault {
    case "claim": sendClaimedInfo()
    case "instead":
      // Each time the decoder starts, it refers to the next of the formats in its argument.
      let names = argument.split(separator: ",").map(String.init)
      let own = CommandLine.arguments.first ?? ""
      let turn = own.hasSuffix("jpeg") ? 1 : 0
      if turn < names.count, !isAlone {
        if names[turn] == "nobody" {
          wire.send(.failure(CodecError(.unsupported, "nobody reads it")))
          exit(1)
        }
        wire.send(.insteadUse(format: names[turn]))
        rest()
      }
      wire.send(.info(info))
    case "timed":
      var info = info
      info.isTimed = true
      info.frameCount = 0
      wire.send(.info(info))
    case "abandon", "linger", "spare":
      var info = info
      if argument != "raster" { info.levels.scales = .any(upTo: 64) }
      wire.send(.info(info))
    case "canvases": sendCanvases()
    case "pour":
      if argument == "stderr" { floodErrors() }
      while true { wire.send(.progress(fraction: 0)) }
    case "proof":
      let many = [UInt16](repeating: 0, count: 30_000)
      while argument == "many" { wire.send(SoftProofReport(bits: many)) }
      if argument == "stderr" { floodErrors() }
      // Sends millions of numbers, one at a time.
      while true {
        wire.send(SoftProofReport(bits: [0]))
        usleep(20_000)
      }
    case "fds": wire.write(PictureReport.info(info).encoded, descriptors: Int(argument) ?? 1)
    case "proto": sendBrokenInfo()
    case "changed":
      // Reports another size after a crash.
      var info = info
      if !isFirstTime(argument) { info.levels.extent.width += 1 }
      wire.send(.info(info))
    case "failure":
      let parts = argument.split(separator: ",", maxSplits: 1).map(String.init)
      let code = CodecError.Code(rawValue: UInt8(parts.first ?? "") ?? 0) ?? .other
      wire.send(.failure(CodecError(code, parts.count > 1 ? parts[1] : "")))
      exit(1)
    default: wire.send(.info(info))
    }
  }

  private var hello: Hello { Hello(library: "libevil", libraryVersion: "6.6.6") }

  private func sendBrokenInfo() {
    let honest = PictureReport.info(info).encoded
    switch argument {
    case "tiles":
      wire.send(
        DescriptionReport.tiles(
          TileDescription(
            size: PixelSize(width: 9, height: 9), layout: .zoomify(edge: 256, tileCount: 1))))
    case "oversized": wire.sendRaw([130], length: 65_537)
    case "huge": wire.sendRaw([130], length: .max)
    case "zero": wire.sendRaw([])
    case "short": wire.sendRaw(Array(honest[4...].dropLast()))
    case "trailing": wire.sendRaw(honest[4...] + [0])
    case "unknown": wire.sendRaw([77, 1, 2, 3])
    case "nan": wire.send(.progress(fraction: .nan))
    case "beyond": wire.send(.progress(fraction: 1.5))
    case "failfirst": wire.send(.tileFailed(id: 1, CodecError(.corrupt, "first")))
    case "framefirst": wire.send(.frame(FrameTime(number: 0, microseconds: 40_000, isLast: true)))
    case "metadatafirst": wire.send(.metadata(Metadata(kind: .text, bytes: [65])))
    case "times":
      wire.write(honest)
      wire.send(.times(Self.times))
    case "timesback": wire.sendRaw([143, 9] + [UInt8](repeating: 0, count: 39))
    case "tilefirst": wire.send(.tileReady(id: 1))
    case "infotwice": wire.write(honest + honest)
    case "badcode": wire.sendRaw([134, 99, 0, 0, 0, 0])
    case "longsentence": wire.sendRaw([134, 1, 255, 255, 0, 0])
    case "truncated":
      wire.write(Array(honest.prefix(9)))
      exit(0)
    case "concatenated":
      wire.write(honest + DecoderMessage<PictureReport>.progress(fraction: 0.5).encoded)
    case "split":
      for byte in honest {
        wire.write([byte])
        usleep(2000)
      }
    default: wire.write(honest)
    }
  }

  /// Answers a request, honestly or not.
  func answer(_ request: TileRequest) {
    switch fault {
    case "failed":
      // Every second tile of a row.
      if request.key.column % 2 == 1 {
        wire.send(.tileFailed(id: request.id, CodecError(.corrupt, argument)))
      } else {
        wire.send(.tileReady(id: request.id))
      }
    case "failunasked":
      wire.send(.tileFailed(id: request.id &+ 1000, CodecError(.corrupt, "never asked")))
    case "failtwice":
      for _ in 0..<2 { wire.send(.tileFailed(id: request.id, CodecError(.corrupt, "twice"))) }
    case "unrequested": wire.send(.tileReady(id: request.id &+ 1000))
    case "cancelled": wire.send(.tileCancelled(id: request.id))
    case "twice":
      wire.send(.tileReady(id: request.id))
      wire.send(.tileReady(id: request.id))
    case "progress":
      wire.send(.progress(fraction: 0.25))
      wire.send(.progress(fraction: 0.75))
      wire.send(.tileReady(id: request.id))
    case "cached":
      wire.send(.cached)
      wire.send(.tileReady(id: request.id))
    case "noroom":
      for edge in [500, 250] { wire.send(.noRoom(kept: PixelSize(width: 2 * edge, height: edge))) }
      wire.send(.tileReady(id: request.id))
    default: wire.send(.tileReady(id: request.id))
    }
  }
}
