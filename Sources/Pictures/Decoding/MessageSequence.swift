import DecoderProtocol
import Platform
import Tiles

/// Checks the order of a decoder's messages about a picture: info, then replies and additional
/// data.
struct MessageSequence {
  private var info: SourceInfo?
  /// The frame whose time comes next; `nil` if no more are allowed.
  private var nextFrame: Int?
  private var hasGainMap = false
  private var hasHeadroom = false
  private var metadataCount = 0
  /// True while the decoder owes its timestamps.
  private var owesTimes = false

  /// True once tiles may be requested.
  var isOpen: Bool { info != nil }

  /// Notes that the decoder's timestamps were requested.
  mutating func askedForTimes() { owesTimes = true }

  /// Throws if a message is not allowed now.
  mutating func admit(_ report: PictureReport) throws(ProtocolBreach) {
    switch report {
    case .info(let info):
      guard self.info == nil else { throw .unexpectedMessage }
      self.info = info
      nextFrame = info.isTimed ? 0 : nil
    case .insteadUse:
      guard info == nil else { throw .unexpectedMessage }
    case .tileReady, .tileCancelled, .tileFailed, .cached, .incomplete, .noRoom, .brokenProfile:
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
    }
  }

  /// Frame times come in order, one per frame, as many as `info` stated if it did.
  private mutating func admit(_ time: FrameTime) throws(ProtocolBreach) {
    guard let info, time.number == nextFrame else { throw .unexpectedMessage }
    let isLast = time.number == (info.frameCount == 0 ? SourceInfo.mostFrames : info.frameCount) - 1
    guard time.isLast == isLast || info.frameCount == 0 && !isLast else {
      throw .unexpectedMessage
    }
    nextFrame = time.isLast ? nil : time.number + 1
  }
}
