/// The position and the colour of the pixel under the pointer, in a corner of a view.
///
/// The colour is that of the decoded picture in sRGB, without filters, exposure and the display's
/// profile. It is read again when the pointer moves, and the readout disappears with the pointer.
public struct PixelReadout: Hashable, Sendable {
  /// The corner of the view.
  public var corner: ViewCorner

  /// Creates a readout in a corner.
  public init(_ corner: ViewCorner = .topLeft) { self.corner = corner }
}
