import Glibc

/// The machine's processors.
package enum Processors {
  /// How many this program may use, at least 1.
  ///
  /// The system is asked once, at the first use. A program that locks itself down uses it before:
  /// afterwards it would get no answer.
  package static let count = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
