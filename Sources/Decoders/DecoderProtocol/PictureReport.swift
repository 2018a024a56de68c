import Geometry
import Tiles

/// What the decoder of a picture tells the viewer.
package enum PictureReport: DecoderReport {
  /// The picture's header has been read; the answer to `open`.
  case info(SourceInfo)
  /// The tile of a request stands in its slot; the slot is the viewer's again.
  case tileReady(id: UInt32)
  /// The request was cancelled before its tile was made; the slot is the viewer's again.
  case tileCancelled(id: UInt32)
  /// The tile of a request can't be made, all others can; the slot is the viewer's again.
  case tileFailed(id: UInt32, CodecError)
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
