import Synchronization

/// What drawing has cost so far.
package struct RenderStatistics: Hashable, Sendable {
  /// Bytes that were copied into textures.
  package var uploadedBytes = 0
  /// Bytes of all textures that exist.
  package var textureBytes = 0
  /// The most bytes of textures that ever existed at once.
  package var peakTextureBytes = 0
  /// Frames that were presented.
  package var frames = 0
  /// Milliseconds that the latest frames took to draw and present, in no order.
  package var frameMilliseconds: [Float] = []

  /// How many of the latest frames are remembered.
  static let rememberedFrames = 4096

  /// Passes that the last picture took: 1 where no filter looks at neighbours.
  package var passes = 0
  /// Programs that were compiled for filters.
  package var filterPrograms = 0

  /// Nothing yet.
  package init() {}

  /// The time that a fraction of the remembered frames did not exceed; `nil` before the first.
  package func frameMilliseconds(percentile: Double) -> Float? {
    let sorted = frameMilliseconds.sorted()
    guard let last = sorted.indices.last else { return nil }
    return sorted[Int((Double(last) * min(1, max(0, percentile))).rounded())]
  }
}

/// Keeps the statistics while threads and contexts come and go.
final class RenderCounters: Sendable {
  private let values = Mutex(RenderStatistics())

  /// The figures of this moment.
  var statistics: RenderStatistics { values.withLock { $0 } }

  func setPasses(_ count: Int) { values.withLock { $0.passes = count } }

  func addProgram() { values.withLock { $0.filterPrograms += 1 } }

  func addUpload(_ bytes: Int) { values.withLock { $0.uploadedBytes += bytes } }

  func changeTextures(by bytes: Int) {
    values.withLock { values in
      values.textureBytes += bytes
      values.peakTextureBytes = max(values.peakTextureBytes, values.textureBytes)
    }
  }

  func addFrame(milliseconds: Double) {
    values.withLock { values in
      let capacity = RenderStatistics.rememberedFrames
      if values.frameMilliseconds.count < capacity {
        values.frameMilliseconds.append(Float(milliseconds))
      } else {
        values.frameMilliseconds[values.frames % capacity] = Float(milliseconds)
      }
      values.frames += 1
    }
  }
}
