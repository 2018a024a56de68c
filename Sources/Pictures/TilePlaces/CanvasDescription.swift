/// A picture in a manifest, called a canvas in IIIF's Presentation API.
///
/// An untrusted process has read it.
package struct CanvasDescription: Hashable, Sendable {
  /// The picture's name for users; empty if it has no label.
  package var label: String
  /// The address of a tile description or a picture.
  package var address: String

  /// A canvas with the given values.
  package init(label: String, address: String) {
    self.label = label
    self.address = address
  }

  /// The maximum number of canvases in a manifest; the rest is ignored.
  package static let most = 100_000
}
