import DecoderProtocol
import Geometry
import Glibc

extension EvilDecoder {
  func sendHello() {
    switch (fault, argument) {
    case ("proto", "version"): wire.send(.hello(version: WireFormat.version + 6))
    case ("proto", "nohello"): break
    case ("proto", "hellotwice"):
      wire.send(.hello(version: WireFormat.version))
      wire.send(.hello(version: WireFormat.version))
    case ("proto", "progressfirst"): wire.send(.progress(fraction: 0))
    case ("proto", "split"):
      for byte in DecoderMessage.hello(version: WireFormat.version).encoded {
        wire.write([byte])
        usleep(2000)
      }
    default: wire.send(.hello(version: WireFormat.version))
    }
  }

  func sendInfo() {
    switch fault {
    case "dims": sendRawInfo()
    case "fds": wire.write(DecoderMessage.info(info).encoded, descriptors: Int(argument) ?? 1)
    case "proto": sendBrokenInfo()
    case "changed":
      // Another size the second time, after a crash.
      var info = info
      if !isFirstTime(argument) { info.levels.extent.width += 1 }
      wire.send(.info(info))
    case "failure":
      let parts = argument.split(separator: ",", maxSplits: 1).map(String.init)
      let code = DecodeFailure.Code(rawValue: UInt8(parts.first ?? "") ?? 0) ?? .other
      wire.send(.failure(DecodeFailure(code, parts.count > 1 ? parts[1] : "")))
      exit(1)
    default: wire.send(.info(info))
    }
  }

  /// Width, height, orientation, frames and three flags, each of any value, as `1,2,3,…`.
  private func sendRawInfo() {
    var numbers: [UInt32] = [100, 100, 1, 1, 0, 0, 0]
    for (index, text) in argument.split(separator: ",").enumerated() where index < 7 {
      numbers[index] = UInt32(truncatingIfNeeded: Int(text) ?? 0)
    }
    var payload: [UInt8] = [130]
    for (index, number) in numbers.enumerated() {
      let isWide = index == 0 || index == 1 || index == 3
      for byte in 0..<(isWide ? 4 : 1) {
        payload.append(UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)))
      }
    }
    wire.sendRaw(payload)
  }

  private func sendBrokenInfo() {
    let honest = DecoderMessage.info(info).encoded
    switch argument {
    case "oversized": wire.sendRaw([130], length: 65_537)
    case "huge": wire.sendRaw([130], length: .max)
    case "zero": wire.sendRaw([])
    case "short": wire.sendRaw(Array(honest[4...].dropLast()))
    case "trailing": wire.sendRaw(honest[4...] + [0])
    case "unknown": wire.sendRaw([77, 1, 2, 3])
    case "nan": wire.send(.progress(fraction: .nan))
    case "beyond": wire.send(.progress(fraction: 1.5))
    case "tilefirst": wire.send(.tileReady(id: 1))
    case "infotwice": wire.write(honest + honest)
    case "badcode": wire.sendRaw([134, 99, 0, 0, 0, 0])
    case "longsentence": wire.sendRaw([134, 1, 255, 255, 0, 0])
    case "truncated":
      wire.write(Array(honest.prefix(9)))
      exit(0)
    case "concatenated":
      wire.write(honest + DecoderMessage.progress(fraction: 0.5).encoded)
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
    case "unrequested": wire.send(.tileReady(id: request.id &+ 1000))
    case "cancelled": wire.send(.tileCancelled(id: request.id))
    case "twice":
      wire.send(.tileReady(id: request.id))
      wire.send(.tileReady(id: request.id))
    case "progress":
      wire.send(.progress(fraction: 0.25))
      wire.send(.progress(fraction: 0.75))
      wire.send(.tileReady(id: request.id))
    case "setaside":
      wire.send(.setAside)
      wire.send(.tileReady(id: request.id))
    case "noroom":
      for edge in [500, 250] { wire.send(.noRoom(kept: PixelSize(width: 2 * edge, height: edge))) }
      wire.send(.tileReady(id: request.id))
    default: wire.send(.tileReady(id: request.id))
    }
  }
}
