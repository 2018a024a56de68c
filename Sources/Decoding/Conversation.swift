import DecoderProtocol

/// The order in which a decoder may speak: hello, then info, then answers.
struct Conversation {
  private enum Stage { case beforeHello, beforeInfo, open }

  private var stage = Stage.beforeHello

  /// Whether the picture's header has been read.
  var isOpen: Bool { stage == .open }

  /// Checks that a message may come now.
  mutating func admit(_ message: DecoderMessage) throws(ProtocolBreach) {
    switch message {
    case .hello(let version):
      guard stage == .beforeHello else { throw .unexpectedMessage }
      guard version == WireFormat.version else { throw .wrongVersion(version) }
      stage = .beforeInfo
    case .info:
      guard stage == .beforeInfo else { throw .unexpectedMessage }
      stage = .open
    case .tileReady, .tileCancelled, .setAside, .incomplete:
      guard stage == .open else { throw .unexpectedMessage }
    case .progress:
      guard stage != .beforeHello else { throw .unexpectedMessage }
    case .failure:
      // A decoder that can't lock itself in says so before anything else.
      break
    }
  }
}
