/// What the filter panel wants of the session.
package enum PanelEffect: Hashable, Sendable {
  /// The panel has closed itself; the chain and the split line stay.
  case close
  /// Save the whole picture with its chain, at 100 %.
  case savePicture
  /// Save the view as it is seen.
  case saveView
  /// Keep the chain across starts, or don't.
  case keepChanged(Bool)
  /// Read a file and answer with `setFile` or with a notice.
  case loadFile(link: Int, parameter: Int, path: [UInt8])
}
