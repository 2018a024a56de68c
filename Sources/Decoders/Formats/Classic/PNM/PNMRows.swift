import Resampling

/// Rows of samples in bytes, or in two of them.
struct PNMRows: StoredRows {
  let rowBytes: Int
  private let width: Int
  private let start: Int
  /// Samples of one pixel in the file, and in the rows that are made.
  private let depth: Int
  private let channels: Int
  private let hasInksAndAlpha: Bool
  private let scale: PNMScale

  /// `rowBytes` is the header's.
  init(_ header: PNMHeader, rowBytes: Int) {
    self.rowBytes = rowBytes
    width = header.size.width
    start = header.start
    depth = header.depth
    channels = header.channels.count
    hasInksAndAlpha = header.hasInksAndAlpha
    scale = PNMScale(most: header.most)
  }

  func offset(ofRow row: Int) -> Int { start + row * rowBytes }

  func convert(_ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) {
    if hasInksAndAlpha {
      convertInks(stored, into: target)
    } else if depth == channels {
      scale.convert(stored, count: width * depth, into: target)
    } else {
      for channel in 0..<channels {
        for x in 0..<width {
          scale.put(
            scale.sample(stored, x &* depth &+ channel), x &* channels &+ channel, into: target)
        }
      }
    }
  }

  /// Cyan, magenta, yellow and black of full strength leave nothing of the light.
  private func convertInks(
    _ stored: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer
  ) {
    let full = scale.full
    for x in 0..<width {
      let key = full - scale.sample(stored, x * depth + 3)
      for channel in 0..<3 {
        let light = full - scale.sample(stored, x * depth + channel)
        scale.put((light * key + full / 2) / full, x * 4 + channel, into: target)
      }
      scale.put(scale.sample(stored, x * depth + 4), x * 4 + 3, into: target)
    }
  }
}
