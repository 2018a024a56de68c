import CLinux
import Glibc

/// The machine's processors.
package enum Processors {
  /// How many this program may use, at least 1: those that it was not kept from.
  ///
  /// The system is asked once, at the first use. A program that locks itself down uses it before:
  /// afterwards it would get no answer.
  package static let count = ask()

  /// Asks the system how many the calling thread may use.
  package static func ask() -> Int {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 128) { set in
      let bytes = fresnel_allowed_processors(set.baseAddress, set.count * 8)
      guard bytes > 0 else { return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
      return set.prefix(bytes / 8).reduce(0) { $0 + $1.nonzeroBitCount }
    }
  }
}
