import Glibc

/// The light of every possible sample value.
///
/// Immutable, so any thread may read it.
package final class LinearTable: @unchecked Sendable {
  // Sendable: `values` is written in `init` only, and freed in `deinit`.
  let values: UnsafePointer<Float>
  let count: Int

  /// The table of a curve for samples of 8 or 16 bits; empty for samples that are light.
  ///
  /// Curves of HDR pictures extend to `most`.
  package init(_ curve: TransferCurve, depth: Int, upTo most: Double = 1) {
    guard depth < 32 else {
      count = 0
      values = UnsafePointer(UnsafeMutablePointer<Float>.allocate(capacity: 1))
      return
    }
    count = 1 << depth
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    let step = 1 / Double(count - 1)
    for index in 0..<count {
      memory[index] = Float(min(max(curve.light(Double(index) * step), 0), most))
    }
    values = UnsafePointer(memory)
  }

  deinit { values.deallocate() }
}
