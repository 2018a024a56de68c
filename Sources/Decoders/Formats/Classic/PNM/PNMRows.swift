import Resampling

/// Rows of 8-bit or 16-bit binary samples.
struct PNMRows: StoredRows {
  let rowBytes: Int
  private let width: Int
  private let start: Int
  /// Samples per pixel in the file, and in the converted rows.
  private let depth: Int
  private let channels: Int
  private let hasInksAndAlpha: Bool
  private let scale: PNMScale

  /// The rows of a binary picture; `rowBytes` is `header.rowBytes`, unwrapped.
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

  /// Converts inks to colours: cyan, magenta and yellow absorb red, green and blue; black absorbs
  /// all light.
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
