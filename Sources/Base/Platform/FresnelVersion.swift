/// The version that the viewer and its library share.
package enum FresnelVersion {
  /// The version number, as in the tag of its release.
  package static let number = "0.1.0"
}
