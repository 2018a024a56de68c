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
    case frame = 138
    case gainMap = 139
    case metadata = 140
    case insteadUse = 141
    case tileFailed = 142
    case times = 143
  }

  /// The message's bytes, its length in front.
  package var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let hello):
      writer.put(Tag.hello.rawValue)
      writer.put(hello)
    case .info(let info):
      writer.put(Tag.info.rawValue)
      writer.put(info)
    case .tileReady(let id):
      writer.put(Tag.tileReady.rawValue)
      writer.put(id)
    case .tileCancelled(let id):
      writer.put(Tag.tileCancelled.rawValue)
      writer.put(id)
    case .tileFailed(let id, let failure):
      writer.put(Tag.tileFailed.rawValue)
      writer.put(id)
      writer.put(failure)
    case .progress(let fraction):
      writer.put(Tag.progress.rawValue)
      writer.put(fraction)
    case .setAside:
      writer.put(Tag.setAside.rawValue)
    case .incomplete(let sentence):
      writer.put(Tag.incomplete.rawValue)
      writer.put(sentence: sentence)
    case .noRoom(let kept):
      writer.put(Tag.noRoom.rawValue)
      writer.put32(kept.width)
      writer.put32(kept.height)
    case .frame(let time):
      writer.put(Tag.frame.rawValue)
      writer.put(time)
    case .gainMap(let map):
      writer.put(Tag.gainMap.rawValue)
      writer.put(map)
    case .metadata(let metadata):
      writer.put(Tag.metadata.rawValue)
      writer.put(metadata)
    case .times(let times):
      writer.put(Tag.times.rawValue)
      for time in times.inOrder { writer.put(time) }
    case .insteadUse(let format):
      writer.put(Tag.insteadUse.rawValue)
      writer.put(name: format)
    case .failure(let failure):
      writer.put(Tag.failure.rawValue)
      writer.put(failure)
    }
    return writer.finished()
  }

  /// Reads a message, its length taken off, and believes nothing: a value that can't be is refused.
  package init(payload: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(payload)
    let type = try reader.take(UInt8.self)
    guard let tag = Tag(rawValue: type) else { throw .unknownType(type) }
    switch tag {
    case .hello:
      let version = try reader.take(UInt32.self)
      guard version == WireFormat.version else {
        // What another version says after its number is not ours to read.
        self = .hello(Hello(version: version))
        return
      }
      self = .hello(try reader.takeHello(version))
    case .info: self = .info(try reader.takeInfo())
    case .tileReady: self = .tileReady(id: try reader.take(UInt32.self))
    case .tileCancelled: self = .tileCancelled(id: try reader.take(UInt32.self))
    case .tileFailed:
      self = .tileFailed(id: try reader.take(UInt32.self), try reader.takeFailure())
    case .progress: self = .progress(fraction: try reader.takeFloat(in: 0...1, "progress"))
    case .setAside: self = .setAside
    case .incomplete: self = .incomplete(try reader.takeSentence())
    case .noRoom: self = .noRoom(kept: try reader.takeKeptSize())
    case .frame: self = .frame(try reader.takeFrameTime())
    case .gainMap: self = .gainMap(try reader.takeGainMap())
    case .metadata: self = .metadata(try reader.takeMetadata())
    case .times: self = .times(try reader.takeTimes())
    case .insteadUse: self = .insteadUse(format: try reader.takeFormatName())
    case .failure: self = .failure(try reader.takeFailure())
    }
    try reader.finish()
  }
}
