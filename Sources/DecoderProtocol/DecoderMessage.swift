import Geometry
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
  case tileFailed(id: UInt32, DecodeFailure)
  /// How much of the running pass is done, 0 to 1; sent at least every second of work.
  case progress(fraction: Float)
  /// The whole picture has been set aside: from now on any tile costs a few milliseconds, no pass.
  case setAside
  /// Some of the picture is missing in the file, for the reason in the sentence; what there is has
  /// been delivered, or will be.
  case incomplete(String)
  /// There is no room to set the whole picture aside: tiles of at most this size of it are near, or
  /// none where the size is zero; others take a pass.
  case noRoom(kept: PixelSize)
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
  /// The picture can't be decoded (further); the process exits after it.
  case failure(DecodeFailure)
}
