import CX11

/// A transfer in pieces (ICCCM 2.7.2, INCR): each piece is sent once the requestor has consumed the
/// previous one.
struct IncrementalSend {
  let requestor: CX11.Window
  let property: Atom
  private let target: Atom
  private let data: ClipboardData
  private var sent = 0
  /// When the transfer times out, unless the requestor consumes a piece.
  private(set) var deadline: Double

  /// The timeout without progress, in seconds.
  static let timeout = 5.0

  /// Announces a transfer; the requestor's property changes must be selected before.
  init(
    _ data: ClipboardData, as target: Atom, to property: Atom, of requestor: CX11.Window,
    on display: DisplayConnection, at now: Double
  ) {
    self.requestor = requestor
    self.property = property
    self.target = target
    self.data = data
    deadline = now + Self.timeout
    display.setProperty(
      property, of: requestor, type: display.atoms[.incremental],
      numbers: [UInt(min(data.count, Int(Int32.max)))])
  }

  /// Sends the next piece; returns true after the empty one, which ends the transfer.
  mutating func sendPiece(
    on display: DisplayConnection, limit: Int, at now: Double
  ) -> Bool {
    let piece = data.bytes(from: sent, limit: limit)
    display.setProperty(property, of: requestor, type: target, bytes: piece)
    sent += piece.count
    deadline = now + Self.timeout
    return piece.isEmpty
  }
}
