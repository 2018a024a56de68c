/// The schedule of a start until the first picture is complete, in seconds.
package enum StartSchedule {
  /// How long the first file may take to open before the display is opened meanwhile: a local disk
  /// is faster, a remote one slower.
  package static let opening = 0.003
  /// How long drivers wait for the first picture to be complete: starting them would take the
  /// processors from its decoder.
  ///
  /// A picture that takes longer is not noticeably slowed by 80 ms of two processors, and may need
  /// filters.
  package static let drivers = 2.0
  /// How long a window stays empty before it shows its background.
  package static let backdrop = 0.25
  /// How long a first picture may take before its rows are shown as they arrive.
  package static let rows = 0.6
  /// How long deferred work waits for the first picture to be complete.
  package static let rest = 0.3
  /// How long the listing of folders waits for a first picture whose name is known: listing 20 000
  /// files would take a processor from its decoder.
  package static let listing = 0.3
}
