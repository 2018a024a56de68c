import DecoderProtocol
import Platform

extension FetchReport: PeerMessage {
  package init(heard payload: ArraySlice<UInt8>) throws(FetchError) {
    do throws(WireError) {
      guard payload.count <= FetchWire.longestMessage else { throw .badLength(payload.count) }
      self = try FetchReport(payload)
    } catch {
      throw .lied("it sent a message that can't be")
    }
  }

  package var turn: PeerTurn {
    switch self {
    case .hello: .greeting
    case .failed(_, let failure) where failure.code == .sandbox || failure.code == .badHeaders:
      .refusal
    default: .work
    }
  }

  package var outOfTurn: FetchError {
    if case .hello = self { return .lied("it greeted twice") }
    return .lied("it answered before it was locked down")
  }
}
