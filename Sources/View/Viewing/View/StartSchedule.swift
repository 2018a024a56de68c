/// When what happens until a first picture is complete, in seconds: all the times of a start.
package enum StartSchedule {
  /// How long a first file may take to open before the display is asked meanwhile: any disk here is
  /// quicker, any over there slower.
  package static let opening = 0.003
  /// How long drivers wait for the first complete picture: they would keep its decoder from the
  /// processors.
  ///
  /// What takes longer is not slower for 80 ms of two processors, and may be wanted with filters.
  package static let drivers = 2.0
  /// How long a window may show nothing before its plain background is better.
  package static let backdrop = 0.25
  /// How long a first picture takes before its rows are shown as they come.
  package static let rows = 0.6
  /// How long what nobody waits for may wait for the rest of a first picture.
  package static let rest = 0.3
  /// How long folders wait for a first picture that is known by its name: listing twenty thousand
  /// files would take a processor from decoding it.
  package static let listing = 0.3
}
