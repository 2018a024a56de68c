import CX11
import Platform

/// Reads what another program has copied or drags (ICCCM 2.4): requests its targets, chooses one,
/// and receives it, in pieces if the owner sends it so.
///
/// Belongs to the thread of its connection. The other program may be slow, dead or hostile: each
/// step has a deadline, and the bytes have a limit.
struct SelectionReader {
  enum Outcome {
    case received(target: String, ClipboardData)
    /// The selection is empty, or has none of the forms.
    case nothing
    /// The other program timed out, or sent more than is accepted.
    case failed(String)
  }

  private enum Step {
    case idle
    case targets
    case conversion(target: String)
    case pieces(target: String)
  }

  private let display: DisplayConnection
  private let window: CX11.Window
  private let selection: Atom
  /// The start of the names of the window's properties that receive the bytes.
  private let name: AtomName
  /// The property of the last request: each has its own, because a slow program may answer an
  /// earlier one first.
  private var property: Atom = 0
  private var requests = 0
  private var step = Step.idle
  /// The forms that are wanted, the best first.
  private var wanted: [String] = []
  private var received: ReceivedBytes?
  private var stamp: UInt = 0
  private(set) var deadline: Double?

  /// The timeout without progress, in seconds.
  private static let timeout = 5.0
  /// The number of requests after which the name of a property is used again.
  private static let mostProperties = 64

  /// Creates a reader of one selection, into properties of a window.
  init(
    _ display: DisplayConnection, window: CX11.Window, of selection: AtomName,
    into name: AtomName
  ) {
    self.display = display
    self.window = window
    self.selection = display.atoms[selection]
    self.name = name
  }

  /// Begins to read in the first of these forms that is offered; an outcome follows.
  ///
  /// `isOffered` is true if the other program is known to have these forms. `stamp` is the server's
  /// time in milliseconds.
  mutating func begin(
    _ wanted: [String], isOffered: Bool = false, stamp: UInt, at now: Double
  ) -> Outcome? {
    guard XGetSelectionOwner(display.pointer, selection) != 0 else { return end(.nothing) }
    self.wanted = wanted
    self.stamp = stamp
    received = nil
    if isOffered, let best = wanted.first {
      step = .conversion(target: best)
      convert(display.atom(best), at: now)
    } else {
      step = .targets
      convert(display.atoms[.targets], at: now)
    }
    return nil
  }

  private mutating func convert(_ target: Atom, at now: Double) {
    requests += 1
    property = display.atom("\(name.rawValue)_\(requests % Self.mostProperties)")
    XDeleteProperty(display.pointer, window, property)
    XConvertSelection(display.pointer, selection, target, property, window, stamp)
    deadline = now + Self.timeout
  }

  /// Handles the answer to a request.
  mutating func take(_ event: XSelectionEvent, at now: Double) -> Outcome? {
    guard event.selection == selection else { return nil }
    guard event.property == property || event.property == 0 && event.time == stamp else {
      // What answers an earlier request is not needed any more.
      if event.property != 0 { XDeleteProperty(display.pointer, window, event.property) }
      return nil
    }
    switch step {
    case .targets where event.target == display.atoms[.targets]:
      let value =
        event.property == 0
        ? nil : display.property(property, of: window, limit: 16 << 10)
      return choose(among: value?.numbers ?? [], at: now)
    case .conversion(let target) where event.target == display.atom(target):
      guard event.property != 0 else { return end(.nothing) }
      return receive(target, at: now)
    default: return nil
    }
  }

  /// Requests the best of the offered forms.
  private mutating func choose(among targets: [Atom], at now: Double) -> Outcome? {
    let offered = Set(targets.prefix(512))
    guard let best = wanted.first(where: { offered.contains(display.atom($0)) }) else {
      return end(.nothing)
    }
    step = .conversion(target: best)
    convert(display.atom(best), at: now)
    return nil
  }

  private mutating func receive(_ target: String, at now: Double) -> Outcome? {
    received = ReceivedBytes()
    // Deleting the property tells the other program to send the next piece.
    guard let type = takeProperty() else { return endRefused() }
    if type == display.atoms[.incremental] {
      received = ReceivedBytes()
      step = .pieces(target: target)
      deadline = now + Self.timeout
      return nil
    }
    return finish(target)
  }

  /// Handles a new piece.
  mutating func propertyChanged(_ property: Atom, at now: Double) -> Outcome? {
    guard case .pieces(let target) = step, property == self.property else { return nil }
    let before = received?.count ?? 0
    guard takeProperty() != nil else { return endRefused() }
    if received?.count == before { return finish(target) }
    deadline = now + Self.timeout
    return nil
  }

  /// Ends a read that has timed out.
  mutating func expire(at now: Double) -> Outcome? {
    guard let deadline, now >= deadline else { return nil }
    return end(.failed("the other program does not answer"))
  }

  /// Ends a read whose bytes could not be stored.
  private mutating func endRefused() -> Outcome {
    let isFull = received?.data == nil
    return end(
      .failed(isFull ? Self.diskIsFull : "the other program sends more than is accepted"))
  }

  private static let diskIsFull = "the disk is full"

  private mutating func finish(_ target: String) -> Outcome {
    guard let data = received?.data else { return end(.failed(Self.diskIsFull)) }
    return end(.received(target: target, data))
  }

  private mutating func end(_ outcome: Outcome) -> Outcome {
    step = .idle
    received = nil
    deadline = nil
    return outcome
  }

  /// Reads and deletes the property; returns its type, or `nil` if it is too large.
  private mutating func takeProperty() -> Atom? {
    var offset = 0
    var type: Atom = 0
    while true {
      var format: Int32 = 0
      var count: UInt = 0
      var left: UInt = 0
      var data: UnsafeMutablePointer<UInt8>?
      let status = XGetWindowProperty(
        display.pointer, window, property, offset / 4, 64 << 10, 0, 0, &type,
        &format, &count, &left, &data)
      defer { if let data { XFree(data) } }
      guard status == 0, let data, type != 0 else { break }
      // Skip numbers, such as the size that announces pieces.
      if format == 8, type != display.atoms[.incremental] {
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(count))
        guard received?.append(bytes) == true else { return nil }
      }
      guard left > 0, format == 8 else { break }
      offset += Int(count)
    }
    XDeleteProperty(display.pointer, window, property)
    display.flush()
    return type
  }
}
