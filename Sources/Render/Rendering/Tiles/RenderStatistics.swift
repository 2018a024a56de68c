/// Rendering costs so far.
package struct RenderStatistics: Hashable, Sendable {
  /// The bytes copied into textures.
  package var uploadedBytes = 0
  /// The bytes of all existing textures.
  package var textureBytes = 0
  /// The peak of `textureBytes`.
  package var peakTextureBytes = 0
  /// The number of presented frames.
  package var frames = 0
  /// The durations of drawing and presenting the latest frames in milliseconds, in no particular
  /// order.
  package var frameMilliseconds: [Float] = []

  /// The number of frames whose durations are kept.
  static let rememberedFrames = 4096

  /// The passes of the last picture: 1 if no filter samples neighbours.
  package var passes = 0
  /// The number of programs compiled for filters.
  package var filterPrograms = 0

  /// Creates statistics of zeros.
  package init() {}

  /// Returns a percentile, 0 to 1, of the durations in milliseconds; `nil` before the first frame.
  package func frameMilliseconds(percentile: Double) -> Float? {
    let sorted = frameMilliseconds.sorted()
    guard let last = sorted.indices.last else { return nil }
    return sorted[Int((Double(last) * min(1, max(0, percentile))).rounded())]
  }
}
