import CX11

/// Answers requests for the data that the user has copied or drags (ICCCM 2.6).
///
/// Belongs to the thread of its connection. Requests are bounded: only `mostRequests` transfers run
/// at a time, and each times out after five seconds without progress.
struct SelectionOwner {
  /// A request whose form is being produced.
  private struct Waiting {
    var request: XSelectionRequestEvent
    var form: Int
    var deadline: Double
  }

  private let display: DisplayConnection
  private let selection: Atom
  /// The offer, the window that owns the selection, and the server's time since when it does; `nil`
  /// if another program owns it.
  private var offered: (offer: ClipboardOffer, window: CX11.Window, since: UInt, number: Int)?
  private var sends: [IncrementalSend] = []
  private var waiting: [Waiting] = []
  private var offers = 0
  /// Requests a form; the answer goes to `take`.
  private let make: (ClipboardOffer.Maker, _ offer: Int, _ form: Int) -> Void

  /// The maximum number of simultaneous requests.
  private static let mostRequests = 32
  /// The timeout for producing a form, in seconds.
  private static let makingTimeout = 120.0
  /// The maximum number of bytes in one piece.
  private static let mostPiece = 256 << 10
  /// The events of a program that receives something in pieces.
  private static let requestorEvents = PropertyChangeMask | StructureNotifyMask

  init(
    _ display: DisplayConnection, of selection: AtomName,
    make: @escaping (ClipboardOffer.Maker, _ offer: Int, _ form: Int) -> Void
  ) {
    self.display = display
    self.selection = display.atoms[selection]
    self.make = make
  }

  /// True while the selection is ours.
  var isOwner: Bool { offered != nil }

  /// The names of the targets whose bytes are available, for a clipboard manager.
  var readyTargets: [String] {
    (offered?.offer.forms ?? []).flatMap { form -> [String] in
      if case .ready = form.content { form.targets } else { [] }
    }
  }

  /// The earliest deadline of a request; `nil` if there is none.
  var deadline: Double? { (sends.map(\.deadline) + waiting.map(\.deadline)).min() }

  // MARK: Owning

  /// Takes ownership with a window of ours at a server time; returns false if another program got
  /// it.
  mutating func own(_ offer: ClipboardOffer, by window: CX11.Window, at stamp: UInt) -> Bool {
    XSetSelectionOwner(display.pointer, selection, window, stamp)
    guard XGetSelectionOwner(display.pointer, selection) == window else {
      offered = nil
      return false
    }
    refuseWaiting()
    offers += 1
    offered = (offer, window, stamp, offers)
    return true
  }

  /// Gives the selection up; running transfers are completed.
  mutating func disown() {
    guard let offered else { return }
    XSetSelectionOwner(display.pointer, selection, 0, offered.since)
    refuseWaiting()
    self.offered = nil
  }

  /// Notes that the selection was lost; running transfers are completed.
  ///
  /// Returns false if it wasn't ours, or has become ours again since.
  mutating func lose(_ event: XSelectionClearEvent) -> Bool {
    guard let offered, event.window == offered.window, isFresh(event.time, since: offered.since)
    else { return false }
    refuseWaiting()
    self.offered = nil
    return true
  }

  /// Refuses requests for forms that are still being produced: they belong to an earlier offer.
  private mutating func refuseWaiting() {
    for entry in waiting { notify(entry.request, isRefused: true) }
    waiting.removeAll()
  }

  // MARK: Requests

  /// Answers a request; `isDropped` is true once the user has dropped what is offered on a target,
  /// which may then say where to save it.
  mutating func answer(
    _ request: XSelectionRequestEvent, isDropped: Bool = false, at now: Double
  ) {
    var request = request
    // Old programs name no property.
    if request.property == 0 { request.property = request.target }
    guard let offered, request.selection == selection, request.owner == offered.window,
      isFresh(request.time, since: offered.since), waiting.count + sends.count < Self.mostRequests
    else { return notify(request, isRefused: true) }
    if request.target == display.atoms[.multiple] {
      return answerMultiple(request)
    }
    guard !convert(request, isDropped: isDropped, at: now) else { return }
    notify(request, isRefused: true)
  }

  /// Converts one target; returns false if that is refused.
  private mutating func convert(
    _ request: XSelectionRequestEvent, isDropped: Bool, at now: Double
  ) -> Bool {
    guard let offered else { return false }
    let atoms = display.atoms
    switch request.target {
    case atoms[.targets]:
      let names = offered.offer.targets
      let targets =
        [atoms[.targets], atoms[.timestamp], atoms[.multiple], atoms[.saveTargets]]
        + names.map(display.atom)
      display.setProperty(
        request.property, of: request.requestor, type: Atom(XA_ATOM), numbers: targets)
    case atoms[.timestamp]:
      display.setProperty(
        request.property, of: request.requestor, type: Atom(XA_INTEGER), numbers: [offered.since])
    case atoms[.saveTargets]:
      display.setProperty(
        request.property, of: request.requestor, type: atoms[.null], numbers: [])
    default:
      guard let name = display.name(ofAtom: request.target),
        let form = offered.offer.form(for: name)
      else { return false }
      switch offered.offer.forms[form].content {
      case .ready(let data): return send(data, to: request, at: now)
      case .made(let maker): wait(for: form, of: request, by: maker, at: now)
      case .saved(let save):
        guard isDropped else { return false }
        wait(for: form, of: request, by: writer(of: save, namedAt: offered.window), at: now)
      }
      return true
    }
    notify(request)
    return true
  }

  /// Has a form produced, unless it already is.
  private mutating func wait(
    for form: Int, of request: XSelectionRequestEvent, by maker: @escaping ClipboardOffer.Maker,
    at now: Double
  ) {
    let isAsked = waiting.contains { $0.form == form }
    waiting.append(Waiting(request: request, form: form, deadline: now + Self.makingTimeout))
    if !isAsked, let offered { make(maker, offered.number, form) }
  }

  /// Reads once where the target wants the file: what it writes there later changes nothing.
  private func writer(
    of save: DirectSave, namedAt window: CX11.Window
  ) -> ClipboardOffer.Maker {
    let address = display.property(
      display.atoms[.directSave], of: window, limit: DirectSave.longestAddress)
    let bytes = address?.bytes ?? []
    return { deliver in save.write(bytes) { deliver(.bytes([$0.rawValue])) } }
  }

  /// Answers several targets in one request (ICCCM 2.6.2): the property has pairs of target and
  /// property, and those that are refused become 0.
  ///
  /// Only available forms are converted: one that must be produced has to be requested on its own.
  private mutating func answerMultiple(_ request: XSelectionRequestEvent) {
    let value = display.property(request.property, of: request.requestor, limit: 1024)
    guard var pairs = value?.numbers, pairs.count >= 2, pairs.count.isMultiple(of: 2),
      let offered
    else { return notify(request, isRefused: true) }
    for index in stride(from: 0, to: pairs.count, by: 2) {
      var single = request
      (single.target, single.property) = (pairs[index], pairs[index + 1])
      let form = display.name(ofAtom: single.target).flatMap(offered.offer.form)
      if let form, case .ready(let data) = offered.offer.forms[form].content,
        data.count <= piece, single.property != 0
      {
        display.setProperty(
          single.property, of: single.requestor, type: single.target,
          bytes: data.bytes(from: 0, limit: data.count))
      } else if single.target == display.atoms[.timestamp], single.property != 0 {
        display.setProperty(
          single.property, of: single.requestor, type: Atom(XA_INTEGER), numbers: [offered.since])
      } else {
        pairs[index + 1] = 0
      }
    }
    display.setProperty(
      request.property, of: request.requestor, type: display.atoms[.atomPair], numbers: pairs)
    notify(request)
  }

  /// Handles a form that was produced, or `nil` if that failed.
  mutating func take(_ data: ClipboardData?, offer: Int, form: Int, at now: Double) {
    guard offered?.number == offer else { return }
    if let data { offered?.offer.keep(data, of: form) }
    let answered = waiting.filter { $0.form == form }
    waiting.removeAll { $0.form == form }
    for entry in answered {
      if let data, send(data, to: entry.request, at: now) { continue }
      notify(entry.request, isRefused: true)
    }
  }

  // MARK: Sending

  private var piece: Int {
    let extended = XExtendedMaxRequestSize(display.pointer)
    let words = extended > 0 ? extended : XMaxRequestSize(display.pointer)
    return min(Self.mostPiece, Int(words) * 4 - 256)
  }

  private mutating func send(
    _ data: ClipboardData, to request: XSelectionRequestEvent, at now: Double
  ) -> Bool {
    if data.count <= piece {
      display.setProperty(
        request.property, of: request.requestor, type: request.target,
        bytes: data.bytes(from: 0, limit: data.count))
    } else {
      guard
        !sends.contains(where: {
          $0.requestor == request.requestor && $0.property == request.property
        })
      else { return false }
      display.select(Self.requestorEvents, of: request.requestor)
      sends.append(
        IncrementalSend(
          data, as: request.target, to: request.property, of: request.requestor, on: display,
          at: now))
    }
    notify(request)
    return true
  }

  /// Continues a transfer whose last piece was consumed.
  mutating func propertyDeleted(_ property: Atom, of requestor: CX11.Window, at now: Double) {
    let index = sends.firstIndex { $0.requestor == requestor && $0.property == property }
    guard let index else { return }
    if sends[index].sendPiece(on: display, limit: piece, at: now) { end(at: index) }
  }

  /// Ends the transfers to a destroyed window.
  mutating func windowDestroyed(_ window: CX11.Window) {
    sends.removeAll { $0.requestor == window }
    waiting.removeAll { $0.request.requestor == window }
  }

  /// Ends requests and transfers that have timed out.
  mutating func expire(at now: Double) {
    while let index = sends.firstIndex(where: { $0.deadline <= now }) { end(at: index) }
    for entry in waiting where entry.deadline <= now { notify(entry.request, isRefused: true) }
    waiting.removeAll { $0.deadline <= now }
  }

  private mutating func end(at index: Int) {
    display.deselect(Self.requestorEvents, of: sends.remove(at: index).requestor)
  }

  /// Notifies the requestor that its property is set, or that the request is refused.
  private func notify(_ request: XSelectionRequestEvent, isRefused: Bool = false) {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = request.requestor
    event.xselection.selection = request.selection
    event.xselection.target = request.target
    event.xselection.property = isRefused ? 0 : request.property
    event.xselection.time = request.time
    XSendEvent(display.pointer, request.requestor, 0, NoEventMask, &event)
  }

  /// True if a request was made while the selection was ours; server times wrap around.
  private func isFresh(_ time: UInt, since: UInt) -> Bool {
    time == UInt(CurrentTime)
      || Int32(bitPattern: UInt32(truncatingIfNeeded: time) &- UInt32(truncatingIfNeeded: since))
        >= 0
  }
}

extension DisplayConnection {
  func atom(_ name: String) -> Atom { XInternAtom(pointer, name, 0) }

  /// Returns the name of an atom from another program; `nil` if it is invalid.
  func name(ofAtom atom: Atom) -> String? {
    guard atom != 0, let name = XGetAtomName(pointer, atom) else { return nil }
    defer { XFree(name) }
    return String(cString: name)
  }
}
