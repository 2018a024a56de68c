import CLinux
import Glibc

/// The machine's processors.
package enum Processors {
  /// The number of processors that this program may use, at least 1.
  ///
  /// The system is asked once, at the first use. A program that sandboxes itself must use it before
  /// that, as the call is blocked afterwards.
  package static let count = ask()

  /// Returns the number of processors that the calling thread may use.
  package static func ask() -> Int {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { set in
      let bytes = fresnel_allowed_processors(set.baseAddress, set.count * 8)
      guard bytes > 0 else { return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
      return set.prefix(bytes / 8).reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }
}
