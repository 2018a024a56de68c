/// One picture that a manifest names: IIIF's Presentation API calls it a canvas.
///
/// It is what a process that nobody believes has read.
package struct CanvasDescription: Hashable, Sendable {
  /// What people call it; empty where it has no label.
  package var label: String
  /// Where it is: a description of tiles, or a picture.
  package var address: String

  /// A canvas with its parts given.
  package init(label: String, address: String) {
    self.label = label
    self.address = address
  }

  /// The most canvases of a manifest; those behind them are left out.
  package static let most = 100_000
}
