import Geometry
import TestSupport

/// Writes animated PNG files by the specification, with frames of any PNG kind.
struct APNGWriter {
  struct Frame {
    var area: PixelRect
    var samples: [Int]
    /// 0 keep, 1 clear, 2 restore previous.
    var disposal = 0
    /// 0 replace, 1 over.
    var blend = 0
    /// The frame's duration in seconds, as a fraction.
    var delay = (part: 1, of: 10)
  }

  /// The pixel format, and the size of the canvas.
  var png: RawPNG
  var frames: [Frame]
  /// The picture shown by readers without animation support; `nil` for the first frame.
  var defaultImage: [Int]?
  /// The number of chunks that each frame's pixels are divided into.
  var chunksPerFrame = 3
  /// The number of chunks, empty except for their sequence number, around each later frame's
  /// pixels.
  var emptyChunks = 0
  /// The declared number of frames, if it is wrong.
  var statedCount: Int?
  /// The number of times that the frames are played.
  var plays = 0

  var size: PixelSize { PixelSize(width: png.width, height: png.height) }

  var bytes: [UInt8] {
    var sequence = 0
    func next() -> [UInt8] {
      sequence += 1
      return RawPNG.big(sequence - 1)
    }
    // A still file of the same kind supplies the other chunks.
    let still = png.file(defaultImage ?? frames[0].samples)
    let pixels = Self.index(of: "IDAT", in: still)
    var file = Array(still[..<(8 + 25)])
    file += RawPNG.chunk("acTL", RawPNG.big(statedCount ?? frames.count) + RawPNG.big(plays))
    file += still[(8 + 25)..<pixels]
    if defaultImage != nil { file += Self.chunks("IDAT", Self.pixels(of: still), count: 2) }
    for (index, frame) in frames.enumerated() {
      file += RawPNG.chunk("fcTL", control(frame, sequence: next()))
      var own = png
      (own.width, own.height) = (frame.area.width, frame.area.height)
      let data = Self.pixels(of: own.file(frame.samples))
      if index == 0, defaultImage == nil {
        file += Self.chunks("IDAT", data, count: chunksPerFrame)
      } else {
        for _ in 0..<emptyChunks { file += RawPNG.chunk("fdAT", next()) }
        file += Self.chunks("fdAT", data, count: chunksPerFrame, before: next)
        for _ in 0..<emptyChunks { file += RawPNG.chunk("fdAT", next()) }
      }
    }
    return file + RawPNG.chunk("IEND", [])
  }

  private func control(_ frame: Frame, sequence: [UInt8]) -> [UInt8] {
    let area = frame.area
    return sequence
      + [area.width, area.height, area.minX, area.minY].flatMap { RawPNG.big($0) }
      + [frame.delay.part, frame.delay.of].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      + [UInt8(frame.disposal), UInt8(frame.blend)]
  }

  private static func index(of name: String, in file: [UInt8]) -> Int {
    var place = 8
    while String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self) != name {
      place += 12 + length(at: place, in: file)
    }
    return place
  }

  private static func length(at place: Int, in file: [UInt8]) -> Int {
    file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The compressed pixels of a file that has them in one chunk.
  private static func pixels(of file: [UInt8]) -> [UInt8] {
    let place = index(of: "IDAT", in: file)
    return Array(file[(place + 8)..<(place + 8 + length(at: place, in: file))])
  }

  private static func chunks(
    _ name: String, _ data: [UInt8], count: Int, before: () -> [UInt8] = { [] }
  ) -> [UInt8] {
    let step = max(1, (data.count + count - 1) / count)
    return stride(from: 0, to: data.count, by: step).flatMap { start in
      RawPNG.chunk(name, before() + data[start..<min(start + step, data.count)])
    }
  }
}
