/// The version of the viewer and of its library: one number for both.
package enum FresnelVersion {
  /// As in a release's tag.
  package static let number = "0.1.0"
}
