import DecoderProtocol
import Platform

extension DecoderMessage: PeerMessage {
  package init(heard payload: ArraySlice<UInt8>) throws(ProtocolBreach) {
    do throws(WireError) {
      self = try Self(payload: payload)
    } catch {
      throw .badMessage(error)
    }
    if case .hello(let hello) = self, hello.version != WireFormat.version {
      throw .wrongVersion(hello.version)
    }
  }

  package var turn: PeerTurn {
    switch self {
    case .hello: .greeting
    case .failure: .refusal
    default: .work
    }
  }

  package var outOfTurn: ProtocolBreach { .unexpectedMessage }
}
