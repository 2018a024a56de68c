import DecoderProtocol
import Platform

extension FetchReport: PeerMessage {
  package init(heard payload: ArraySlice<UInt8>) throws(FetchError) {
    do throws(WireError) {
      guard payload.count <= FetchWire.longestMessage else { throw .badLength(payload.count) }
      self = try FetchReport(payload)
    } catch {
      throw .lied("it sent an invalid message")
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
    if case .hello = self { return .lied("it sent two greetings") }
    return .lied("it answered before it was sandboxed")
  }
}
