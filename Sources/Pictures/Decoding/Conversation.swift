import DecoderProtocol
import Tiles

/// The order in which a decoder may speak: hello, then info, then answers and what belongs to them.
///
/// One that decodes what comes through the arena, or unpacks an archive, has no info to give:
/// answers follow its hello.
struct Conversation {
  private enum Stage { case beforeHello, beforeInfo, open }

  private let origin: OpenRequest.Origin
  private var stage = Stage.beforeHello
  private var info: SourceInfo?
  /// The frame whose time comes next; `nil` where no more may come.
  private var nextFrame: Int?
  private var hasGainMap = false
  private var hasHeadroom = false
  private var metadataCount = 0
  /// Whether the decoder has been asked for its times and not answered.
  private var owesTimes = false

  init(origin: OpenRequest.Origin = .file) { self.origin = origin }

  /// Whether the process has started and locked itself down.
  var hasGreeted: Bool { stage != .beforeHello }
  /// Whether tiles may be asked for.
  var isOpen: Bool { stage == .open }

  /// The decoder has been asked for its times.
  mutating func askedForTimes() { owesTimes = true }

  /// Checks that a message may come now.
  mutating func admit(_ message: DecoderMessage) throws(ProtocolBreach) {
    switch message {
    case .hello(let hello):
      guard stage == .beforeHello else { throw .unexpectedMessage }
      guard hello.version == WireFormat.version else { throw .wrongVersion(hello.version) }
      stage = origin == .encoded || origin == .archive ? .open : .beforeInfo
    case .info(let info):
      guard stage == .beforeInfo else { throw .unexpectedMessage }
      self.info = info
      nextFrame = info.isTimed ? 0 : nil
      stage = .open
    case .insteadUse, .tiles, .canvases, .proof:
      guard stage == .beforeInfo else { throw .unexpectedMessage }
    case .tileReady, .tileCancelled:
      guard stage == .open, origin != .archive else { throw .unexpectedMessage }
    case .tileFailed:
      guard stage == .open else { throw .unexpectedMessage }
    case .member:
      guard stage == .open, origin == .archive else { throw .unexpectedMessage }
    case .cached, .incomplete, .noRoom, .brokenProfile:
      guard info != nil else { throw .unexpectedMessage }
    case .frame(let time):
      try admit(time)
    case .gainMap:
      guard info != nil, !hasGainMap else { throw .unexpectedMessage }
      hasGainMap = true
    case .headroom:
      guard info?.levels.shape.format == .rgba16f, !hasHeadroom else { throw .unexpectedMessage }
      hasHeadroom = true
    case .display:
      guard info?.levels.shape.format == .rgba16f else { throw .unexpectedMessage }
    case .metadata:
      metadataCount += 1
      guard info != nil, metadataCount <= WireFormat.mostMetadata else { throw .unexpectedMessage }
    case .times:
      guard info != nil, owesTimes else { throw .unexpectedMessage }
      owesTimes = false
    case .progress:
      guard stage != .beforeHello else { throw .unexpectedMessage }
    case .failure:
      // A decoder that can't lock itself in says so before anything else.
      break
    }
  }

  /// Times come in order, one a frame, and as many as `info` said where it knew.
  private mutating func admit(_ time: FrameTime) throws(ProtocolBreach) {
    guard let info, time.number == nextFrame else { throw .unexpectedMessage }
    let isLast = time.number == (info.frameCount == 0 ? SourceInfo.mostFrames : info.frameCount) - 1
    guard time.isLast == isLast || info.frameCount == 0 && !isLast else {
      throw .unexpectedMessage
    }
    nextFrame = time.isLast ? nil : time.number + 1
  }
}
