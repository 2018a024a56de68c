import Geometry
import Tiles

extension DecoderMessage {
  private enum Tag {
    static let hello: UInt8 = 129
    static let info: UInt8 = 130
    static let tileReady: UInt8 = 131
    static let tileCancelled: UInt8 = 132
    static let progress: UInt8 = 133
    static let failure: UInt8 = 134
    static let setAside: UInt8 = 135
    static let noRoom: UInt8 = 136
    static let incomplete: UInt8 = 137
    static let frame: UInt8 = 138
    static let gainMap: UInt8 = 139
    static let metadata: UInt8 = 140
    static let insteadUse: UInt8 = 141
    static let tileFailed: UInt8 = 142
  }

  /// The message's bytes, its length in front.
  public var encoded: [UInt8] {
    var writer = WireWriter()
    switch self {
    case .hello(let hello):
      writer.put(Tag.hello)
      writer.put(hello)
    case .info(let info):
      writer.put(Tag.info)
      writer.put(info)
    case .tileReady(let id):
      writer.put(Tag.tileReady)
      writer.put(id)
    case .tileCancelled(let id):
      writer.put(Tag.tileCancelled)
      writer.put(id)
    case .tileFailed(let id, let failure):
      writer.put(Tag.tileFailed)
      writer.put(id)
      writer.put(failure)
    case .progress(let fraction):
      writer.put(Tag.progress)
      writer.put(fraction)
    case .setAside:
      writer.put(Tag.setAside)
    case .incomplete(let sentence):
      writer.put(Tag.incomplete)
      writer.put(sentence: sentence)
    case .noRoom(let kept):
      writer.put(Tag.noRoom)
      writer.put32(kept.width)
      writer.put32(kept.height)
    case .frame(let time):
      writer.put(Tag.frame)
      writer.put(time)
    case .gainMap(let map):
      writer.put(Tag.gainMap)
      writer.put(map)
    case .metadata(let metadata):
      writer.put(Tag.metadata)
      writer.put(metadata)
    case .insteadUse(let format):
      writer.put(Tag.insteadUse)
      writer.put(name: format)
    case .failure(let failure):
      writer.put(Tag.failure)
      writer.put(failure)
    }
    return writer.finished()
  }

  /// Reads a message, its length taken off, and believes nothing: a value that can't be is refused.
  public init(payload: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(payload)
    let tag = try reader.take(UInt8.self)
    switch tag {
    case Tag.hello:
      let version = try reader.take(UInt32.self)
      guard version == WireFormat.version else {
        // What another version says after its number is not ours to read.
        self = .hello(Hello(version: version))
        return
      }
      self = .hello(try reader.takeHello(version))
    case Tag.info: self = .info(try reader.takeInfo())
    case Tag.tileReady: self = .tileReady(id: try reader.take(UInt32.self))
    case Tag.tileCancelled: self = .tileCancelled(id: try reader.take(UInt32.self))
    case Tag.tileFailed:
      self = .tileFailed(id: try reader.take(UInt32.self), try reader.takeFailure())
    case Tag.progress: self = .progress(fraction: try reader.takeFloat(in: 0...1, "progress"))
    case Tag.setAside: self = .setAside
    case Tag.incomplete: self = .incomplete(try reader.takeSentence())
    case Tag.noRoom: self = .noRoom(kept: try reader.takeKeptSize())
    case Tag.frame: self = .frame(try reader.takeFrameTime())
    case Tag.gainMap: self = .gainMap(try reader.takeGainMap())
    case Tag.metadata: self = .metadata(try reader.takeMetadata())
    case Tag.insteadUse: self = .insteadUse(format: try reader.takeFormatName())
    case Tag.failure: self = .failure(try reader.takeFailure())
    default: throw .unknownType(tag)
    }
    try reader.finish()
  }
}
