import Resampling

/// Samples of fewer than eight bits in a BMP of 16 bits a pixel.
///
/// GraphicsMagick leaves the bits below them empty, so that white is grey: they are filled with the
/// upper ones here, as other formats have it.
struct NarrowSamples: Sendable {
  /// What each of 256 codes becomes, for red, green, blue and alpha, one after the other.
  private let codes: [UInt8]

  /// Those of a bitmap that begins with these bytes; `nil` where it has none.
  init?(bitmap start: [UInt8]) {
    guard start.count >= 70, start[14] >= 40, start[28] == 16, start[29] == 0 else { return nil }
    func bits(at place: Int) -> Int {
      (0..<4).reduce(0) { $0 + start[place + $1].nonzeroBitCount }
    }
    // Masks of the colours, where it says some, and of alpha, where its header has one.
    let hasMasks = start[30] == 3 || start[30] == 6
    let colors = hasMasks ? [bits(at: 54), bits(at: 58), bits(at: 62)] : [5, 5, 5]
    let alpha = hasMasks && (start[14] > 52 || start[30] == 6) ? bits(at: 66) : 0
    codes = (colors + [alpha]).flatMap { bits in (0..<256).map { Self.widened($0, bits) } }
  }

  /// The nearest code to a sample of so many bits, which GraphicsMagick has at the top of 16 bits
  /// and which have then been rounded to `code`.
  private static func widened(_ code: Int, _ bits: Int) -> UInt8 {
    guard (1...7).contains(bits) else { return UInt8(code) }
    let most = (1 << bits) - 1
    let halves = (code * 257) >> (15 - bits)
    let sample = min(most, (halves + 1) / 2)
    return UInt8((sample * 255 + most / 2) / most)
  }

  /// Fills the samples of some pixels of a row.
  func widen(_ row: UnsafeMutableRawPointer, count: Int, _ format: RowFormat) {
    guard format.depth == 8 else { return }
    let samples = row.assumingMemoryBound(to: UInt8.self)
    let channels = format.channels.count
    codes.withUnsafeBufferPointer { codes in
      for x in 0..<count {
        for channel in 0..<channels {
          let place = x &* channels &+ channel
          samples[place] = codes[channel &* 256 &+ Int(samples[place])]
        }
      }
    }
  }
}
