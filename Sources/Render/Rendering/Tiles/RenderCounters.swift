import Synchronization

/// Keeps the statistics across threads and contexts.
final class RenderCounters: Sendable {
  private let values = Mutex(RenderStatistics())

  /// The current statistics.
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
