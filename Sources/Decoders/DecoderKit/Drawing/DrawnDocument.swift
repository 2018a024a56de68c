import DecoderProtocol

/// A document that can draw any area at any scale; implemented by decoders of vector formats.
///
/// It is opened after entering the sandbox, on the drawing thread, and called on that thread only,
/// one call at a time. Calls can't be interrupted and may take any time; meanwhile another thread
/// reports progress to the viewer.
package protocol DrawnDocument: AnyObject {
  /// The document's properties, known once it is open.
  var header: DrawnHeader { get }

  /// Why some of the document is not drawn, as a sentence; `nil` while nothing is missing.
  ///
  /// Once set it does not change.
  var missing: String? { get }

  /// Draws an area of a level into memory completely, or throws.
  func draw(_ strip: DrawnStrip) throws(CodecError)
}

extension DrawnDocument {
  /// The default: nothing is missing.
  package var missing: String? { nil }
}
