import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

extension WebPContainer {
  /// True if its only frame covers the canvas.
  var isStill: Bool {
    frames.count == 1 && ComposedCodec.isWhole(frame: 0, of: frames.map(\.placement), on: size)
  }

  /// A codec that composes the frames on a canvas.
  func composed(in input: PictureInput) throws(CodecError) -> ComposedCodec {
    guard let memory = frameMemory else {
      throw CodecError(.tooLarge, "the picture is too large to be decoded")
    }
    let frames = frames
    return try ComposedCodec(
      PictureHeader(
        size: size, orientation: try orientation, format: RowFormat(channels: .rgba),
        color: try color, hasAlpha: true, memory: memory),
      of: frames.map(\.placement), timing: frames.count > 1 ? timing : nil,
      missing: isCut ? ComposedCodec.cut : nil, isOpaque: { !frames[$0].image.hasAlpha },
      open: { (index) throws(CodecError) in try WebPFrameRows(frames[index].image, in: input) })
  }

  private var timing: FrameTiming {
    var timing = FrameTiming(loops: loops)
    for frame in frames { timing.add(seconds: Double(frame.milliseconds) / 1000) }
    return timing
  }

  /// The memory of the frame that needs most.
  private var frameMemory: MemoryClass? {
    var (most, mostHeld) = (0, 0)
    for frame in frames {
      switch frame.image.memory(pixelBytes: 4) {
      case .whole(let bytes)?: (most, mostHeld) = (max(most, bytes), max(mostHeld, bytes))
      case .reserving(let bytes, let held)?:
        (most, mostHeld) = (max(most, bytes), max(mostHeld, held))
      case .streaming?, nil: return nil
      }
    }
    return .reserving(bytes: most, held: mostHeld)
  }
}
