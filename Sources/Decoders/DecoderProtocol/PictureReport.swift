import Geometry
import Tiles

/// A message from a picture's decoder to the viewer.
package enum PictureReport: DecoderReport {
  /// The picture's header; the reply to `open`.
  case info(SourceInfo)
  /// The requested tile is in its slot; the slot belongs to the viewer again.
  case tileReady(id: UInt32)
  /// The request was cancelled before its tile was made; the slot belongs to the viewer again.
  case tileCancelled(id: UInt32)
  /// The requested tile can't be made, others still can; the slot belongs to the viewer again.
  case tileFailed(id: UInt32, CodecError)
  /// The whole picture is cached: from now on any tile takes a few milliseconds instead of a pass.
  case cached
  /// Part of the picture is missing in the file, for the reason in the sentence; the rest has been
  /// or will be delivered.
  case incomplete(String)
  /// There is no disk space to cache the whole picture: tiles of levels up to this size come from
  /// the cache, others take a pass; zero means that nothing is cached.
  case noRoom(kept: PixelSize)
  /// The picture's headroom, if `info` did not have it.
  case headroom(Double)
  /// The display's encoding curves; `nil` means sRGB.
  case display(DisplayCurves?)
  /// The display's profile is invalid, and sRGB is used instead.
  case brokenProfile
  /// A frame's duration; sent in order.
  case frame(FrameTime)
  /// The parameters of the picture's gain map, layer 1; sent once.
  case gainMap(GainMap)
  /// Metadata from the file, unchanged.
  case metadata(Metadata)
  /// The timestamps of the first pass; the reply to `reportTimes`.
  case times(DecoderTimes)
  /// The file needs another decoder, given by its format's name; sent instead of `info`.
  case insteadUse(format: String)
}

extension PictureReport {
  package func put(into writer: inout WireWriter) {
    switch self {
    case .info(let info):
      writer.put(.info)
      writer.put(info)
    case .tileReady(let id): writer.putTileReady(id)
    case .tileCancelled(let id): writer.putTileCancelled(id)
    case .tileFailed(let id, let failure): writer.putTileFailed(id, failure)
    case .cached: writer.put(.cached)
    case .incomplete(let sentence):
      writer.put(.incomplete)
      writer.put(sentence: sentence)
    case .noRoom(let kept):
      writer.put(.noRoom)
      writer.put32(kept.width)
      writer.put32(kept.height)
    case .headroom(let headroom):
      writer.put(.headroom)
      writer.put(headroom)
    case .display(let curves):
      writer.put(.display)
      for code in curves?.codes ?? [] { writer.put(code) }
    case .brokenProfile: writer.put(.brokenProfile)
    case .frame(let time):
      writer.put(.frame)
      writer.put(time)
    case .gainMap(let map):
      writer.put(.gainMap)
      writer.put(map)
    case .metadata(let metadata):
      writer.put(.metadata)
      writer.put(metadata)
    case .times(let times):
      writer.put(.times)
      for time in times.inOrder { writer.put(time) }
    case .insteadUse(let format):
      writer.put(.insteadUse)
      writer.put(name: format)
    }
  }

  package init?(_ tag: DecoderTag, from reader: inout WireReader) throws(WireError) {
    switch tag {
    case .info: self = .info(try reader.takeInfo())
    case .tileReady: self = .tileReady(id: try reader.take(UInt32.self))
    case .tileCancelled: self = .tileCancelled(id: try reader.take(UInt32.self))
    case .tileFailed:
      self = .tileFailed(id: try reader.take(UInt32.self), try reader.takeFailure())
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
    default: return nil
    }
  }
}
