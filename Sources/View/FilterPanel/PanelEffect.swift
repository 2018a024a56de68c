/// An effect of the filter panel, performed by the session.
package enum PanelEffect: Hashable, Sendable {
  /// The panel has closed itself; the chain and the split line stay.
  case close
  /// Save the whole picture with its chain, at 100 %.
  case savePicture
  /// Save the view as shown.
  case saveView
  /// Keep the chain across starts, or stop doing so.
  case keepChanged(Bool)
  /// Read a file, and answer with `setFile` or with a notice.
  case loadFile(link: Int, parameter: Int, path: [UInt8])
}
