import CJXL
import DecoderKit
import DecoderProtocol

/// The number of a file's frames and their timing, found without decoding.
struct JXLFrameCount {
  private(set) var count = 1
  /// The timing of an animation; `nil` for a still picture or pages.
  private(set) var timing: FrameTiming?
  private var isKnown = true

  /// The maximum number of frames that the protocol can count.
  private static let mostFrames = 65_536
  /// The maximum number of bytes to search for frames.
  private static let mostCountedBytes: Int64 = 256 << 20
  /// The frame duration that marks a page.
  private static let page = UInt32.max

  /// Goes through the frames of a file whose basic info has been read.
  init(_ input: PictureInput, _ info: JxlBasicInfo) throws(CodecError) {
    guard info.have_animation != JXL_FALSE else { return }
    let reader = try JXLReader(input, events: [JXL_DEC_FRAME], pieces: 1)
    var durations: [UInt32] = []
    isKnown = false
    search: while durations.count < Self.mostFrames, !reader.hasRead(Self.mostCountedBytes) {
      switch try reader.next() {
      case .frame:
        var frame = JxlFrameHeader()
        let status = JxlDecoderGetFrameHeader(reader.decoder, &frame)
        durations.append(status == JXL_DEC_SUCCESS ? frame.duration : 0)
      case .end, .cut, .damaged:
        isKnown = true
        break search
      default: continue
      }
    }
    count = max(durations.count, 1)
    guard count > 1, !durations.contains(Self.page) else { return }
    let ticks = Double(info.animation.tps_numerator) / Double(info.animation.tps_denominator)
    var timing = FrameTiming(loops: Int(info.animation.num_loops))
    for duration in durations { timing.add(seconds: Double(duration) / ticks) }
    self.timing = timing
  }

  /// Throws if a page is known not to exist.
  func check(page: Int) throws(CodecError) {
    guard page < count || !isKnown else {
      let frames = count == 1 ? "one picture" : "\(count) frames"
      throw CodecError(.other, "the file has only \(frames)")
    }
  }
}
