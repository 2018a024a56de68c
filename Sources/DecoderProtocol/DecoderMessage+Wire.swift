import Geometry
import Tiles

extension DecoderMessage {
  /// The numbers of the messages' types, named as the messages are.
  enum Tag: UInt8, CaseIterable {
    case hello = 129
    case info = 130
    case tileReady = 131
    case tileCancelled = 132
    case progress = 133
    case failure = 134
    case setAside = 135
    case noRoom = 136
    case incomplete = 137
  }

  /// The message's bytes, its length in front.
  public var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let version):
      writer.put(Tag.hello.rawValue)
      writer.put(version)
    case .info(let info):
      writer.put(Tag.info.rawValue)
      writer.put32(info.size.width)
      writer.put32(info.size.height)
      writer.put(UInt8(info.orientation.exif))
      writer.put32(info.frameCount)
      writer.put(info.hasAlpha)
      writer.put(info.isRandomAccess)
      writer.put(info.hasFastPreview)
    case .tileReady(let id):
      writer.put(Tag.tileReady.rawValue)
      writer.put(id)
    case .tileCancelled(let id):
      writer.put(Tag.tileCancelled.rawValue)
      writer.put(id)
    case .progress(let fraction):
      writer.put(Tag.progress.rawValue)
      writer.put(fraction.bitPattern)
    case .setAside:
      writer.put(Tag.setAside.rawValue)
    case .incomplete(let sentence):
      writer.put(Tag.incomplete.rawValue)
      writer.put(DecodeFailure.encoded(sentence))
    case .noRoom(let kept):
      writer.put(Tag.noRoom.rawValue)
      writer.put32(kept.width)
      writer.put32(kept.height)
    case .failure(let failure):
      writer.put(Tag.failure.rawValue)
      writer.put(failure.code.rawValue)
      writer.put(DecodeFailure.encoded(failure.sentence))
    }
    return writer.finished()
  }

  /// Reads a message, its length taken off, and believes nothing: a value that can't be is refused.
  public init(payload: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(payload)
    let number = try reader.take(UInt8.self)
    guard let tag = Tag(rawValue: number) else { throw .unknownType(number) }
    switch tag {
    case .hello:
      self = .hello(version: try reader.take(UInt32.self))
    case .info:
      self = .info(try Self.takeInfo(from: &reader))
    case .tileReady:
      self = .tileReady(id: try reader.take(UInt32.self))
    case .tileCancelled:
      self = .tileCancelled(id: try reader.take(UInt32.self))
    case .progress:
      let fraction = Float(bitPattern: try reader.take(UInt32.self))
      guard fraction >= 0, fraction <= 1 else { throw .badValue("progress") }
      self = .progress(fraction: fraction)
    case .setAside:
      self = .setAside
    case .incomplete:
      let sentence = try reader.takeBlob(atMost: DecodeFailure.longestSentence)
      self = .incomplete(String(decoding: sentence, as: UTF8.self))
    case .noRoom:
      let kept = PixelSize(width: try reader.take32(), height: try reader.take32())
      guard max(kept.width, kept.height) <= SourceInfo.longestSide else { throw .badValue("size") }
      self = .noRoom(kept: kept)
    case .failure:
      guard let code = DecodeFailure.Code(rawValue: try reader.take(UInt8.self)) else {
        throw .badValue("failure")
      }
      let sentence = try reader.takeBlob(atMost: DecodeFailure.longestSentence)
      self = .failure(DecodeFailure(code, String(decoding: sentence, as: UTF8.self)))
    }
    try reader.finish()
  }

  private static func takeInfo(from reader: inout WireReader) throws(WireError) -> SourceInfo {
    let size = PixelSize(width: try reader.take32(), height: try reader.take32())
    guard !size.isEmpty, max(size.width, size.height) <= SourceInfo.longestSide,
      let area = size.area, area <= SourceInfo.mostPixels
    else { throw .badValue("size") }
    let exif = Int(try reader.take(UInt8.self))
    guard (1...8).contains(exif) else { throw .badValue("orientation") }
    let frames = try reader.take32()
    guard (1...SourceInfo.mostFrames).contains(frames) else { throw .badValue("frames") }
    return SourceInfo(
      size: size, orientation: Orientation(exif: exif), frameCount: frames,
      hasAlpha: try reader.takeFlag(), isRandomAccess: try reader.takeFlag(),
      hasFastPreview: try reader.takeFlag())
  }
}

extension DecodeFailure {
  /// A sentence's bytes, cut between two characters where there are too many.
  fileprivate static func encoded(_ sentence: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in sentence.unicodeScalars {
      guard bytes.count + UTF8.width(scalar) <= longestSentence else { break }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return bytes
  }
}
