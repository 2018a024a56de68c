import Geometry
import TilePlaces
import Tiles

/// What a decoder tells the viewer.
package enum DecoderMessage: Hashable, Sendable {
  /// The process has started, taken its rights away and speaks this version.
  case hello(Hello)
  /// The picture's header has been read; the answer to `open`.
  case info(SourceInfo)
  /// The tile of a request stands in its slot; the slot is the viewer's again.
  case tileReady(id: UInt32)
  /// The request was cancelled before its tile was made; the slot is the viewer's again.
  case tileCancelled(id: UInt32)
  /// The tile of a request can't be made, all others can; the slot is the viewer's again.
  case tileFailed(id: UInt32, CodecError)
  /// How much of the running pass is done, 0 to 1; sent at least every second of work.
  case progress(fraction: Float)
  /// The whole picture has been cached: from now on any tile costs a few milliseconds, no pass.
  case cached
  /// Some of the picture is missing in the file, for the reason in the sentence; what there is has
  /// been delivered, or will be.
  case incomplete(String)
  /// There is no room to cache the whole picture: tiles of at most this size of it are near, or
  /// none where the size is zero; others take a pass.
  case noRoom(kept: PixelSize)
  /// How much brighter than white the brightest pixels are, where `info` did not know it.
  case headroom(Double)
  /// How the display encodes light; `nil` as sRGB.
  case display(DisplayCurves?)
  /// The display's profile is none: sRGB counts in its place.
  case brokenProfile
  /// How long a frame is shown; they come in order.
  case frame(FrameTime)
  /// How the picture's gain map, layer 1, is to be applied; it comes once.
  case gainMap(GainMap)
  /// What else the file says of the picture, untouched.
  case metadata(Metadata)
  /// When the first pass was where; the answer to `tellTimes`.
  case times(DecoderTimes)
  /// The file is another decoder's, by the name of its format; instead of `info`.
  case insteadUse(format: String)
  /// The file describes a picture whose tiles lie elsewhere; instead of `info`.
  case tiles(TileDescription)
  /// The file names pictures that lie elsewhere, these among them; the last such message says so.
  case canvases([CanvasDescription], isLast: Bool)
  /// The part of an archive that was asked for stands at the arena's beginning, in so many bytes;
  /// `nil` where the archive has no such part.
  case member(id: UInt32, byteCount: Int?)
  /// The next numbers of what a medium makes of the display's colours (`ProofTable`); instead of
  /// `info`.
  case proof([UInt16])
  /// The picture can't be decoded (further); the process exits after it.
  case failure(CodecError)
}

extension DecoderMessage {
  /// The numbers of the messages' types, named as the messages are.
  enum Tag: UInt8, CaseIterable {
    case hello = 129
    case info = 130
    case tileReady = 131
    case tileCancelled = 132
    case progress = 133
    case failure = 134
    case cached = 135
    case noRoom = 136
    case incomplete = 137
    case frame = 138
    case gainMap = 139
    case metadata = 140
    case insteadUse = 141
    case tileFailed = 142
    case times = 143
    case tiles = 144
    case headroom = 145
    case display = 146
    case brokenProfile = 147
    case canvases = 148
    case member = 149
    case proof = 150
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
    case .cached:
      writer.put(Tag.cached.rawValue)
    case .incomplete(let sentence):
      writer.put(Tag.incomplete.rawValue)
      writer.put(sentence: sentence)
    case .noRoom(let kept):
      writer.put(Tag.noRoom.rawValue)
      writer.put32(kept.width)
      writer.put32(kept.height)
    case .headroom(let headroom):
      writer.put(Tag.headroom.rawValue)
      writer.put(headroom)
    case .display(let curves):
      writer.put(Tag.display.rawValue)
      for code in curves?.codes ?? [] { writer.put(code) }
    case .brokenProfile:
      writer.put(Tag.brokenProfile.rawValue)
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
    case .tiles(let description):
      writer.put(Tag.tiles.rawValue)
      writer.put(description)
    case .canvases(let canvases, let isLast):
      writer.put(Tag.canvases.rawValue)
      writer.put(canvases, isLast: isLast)
    case .member(let id, let byteCount):
      writer.put(Tag.member.rawValue)
      writer.put(id)
      writer.put(byteCount != nil)
      writer.put64(byteCount ?? 0)
    case .proof(let bits):
      writer.put(Tag.proof.rawValue)
      writer.put(bits)
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
    case .cached: self = .cached
    case .incomplete: self = .incomplete(try reader.takeSentence())
    case .noRoom: self = .noRoom(kept: try reader.takeKeptSize())
    case .headroom:
      self = .headroom(try reader.takeDouble(in: 1...WireFormat.largestNumber, "headroom"))
    case .display: self = .display(try reader.takeDisplayCurves())
    case .brokenProfile: self = .brokenProfile
    case .frame: self = .frame(try reader.takeFrameTime())
    case .gainMap: self = .gainMap(try reader.takeGainMap())
    case .metadata: self = .metadata(try reader.takeMetadata())
    case .times: self = .times(try reader.takeTimes())
    case .insteadUse: self = .insteadUse(format: try reader.takeFormatName())
    case .tiles: self = .tiles(try reader.takeTiles())
    case .canvases: self = try reader.takeCanvases()
    case .member:
      let id = try reader.take(UInt32.self)
      let isThere = try reader.takeFlag()
      let count = try reader.take64(in: 0...Int.max, "bytes")
      self = .member(id: id, byteCount: isThere ? count : nil)
    case .proof: self = .proof(try reader.takeProof())
    case .failure: self = .failure(try reader.takeFailure())
    }
    try reader.finish()
  }
}
