import CX11
import Gestures
import Platform

/// The clipboard and what is dragged, on a thread and a connection of its own, so that a program
/// that receives a large picture slowly, or never, doesn't block the window.
///
/// The thread starts when something is copied, pasted, dragged or dropped for the first time.
package final class Clipboard: Sendable {
  /// What was read from the clipboard, or from a drag.
  package enum Pasted: Sendable {
    /// One of the wanted forms, with the target's name.
    case received(target: String, ClipboardData)
    /// There is none of the wanted forms.
    case nothing
    /// Why the clipboard could not be read.
    case failed(String)
  }

  private enum Message: Sendable {
    case offer(ClipboardOffer)
    case made(ClipboardData?, of: AtomName, offer: Int, form: Int)
    case read([String])
    case readDrop(DroppedContent)
    case beginDrag(ClipboardOffer, from: UInt)
    case moveDrag(x: Int, y: Int)
    case releaseDrag
    case cancelDrag
    case finish
  }

  private let thread: MessageThread<Message>

  /// The functions that the thread calls.
  private struct Answers: Sendable {
    let deliver: @Sendable (Pasted) -> Void
    let deliverDrop: @Sendable (Int, Pasted) -> Void
    let deliverDrag: @Sendable (DragReport) -> Void
  }

  /// Creates the clipboard of a display, by default the one in `DISPLAY`.
  ///
  /// Its thread calls `deliver`, `deliverDrop` with a drop's number, and `deliverDrag` with news of
  /// drags that begin here.
  package init(
    display: String? = nil, deliverDrop: @escaping @Sendable (Int, Pasted) -> Void = { _, _ in },
    deliverDrag: @escaping @Sendable (DragReport) -> Void = { _ in },
    deliver: @escaping @Sendable (Pasted) -> Void
  ) {
    let answers = Answers(
      deliver: deliver, deliverDrop: deliverDrop, deliverDrag: deliverDrag)
    thread = MessageThread(name: "clipboard") { mailbox in
      guard let worker = Worker(display: display, mailbox: mailbox, answers: answers) else {
        return Self.refuse(mailbox, answers)
      }
      worker.run()
    }
  }

  /// Offers forms on the clipboard.
  package func offer(_ offer: ClipboardOffer) { thread.post(.offer(offer)) }

  /// Reads the clipboard in the first of these forms that it has; `deliver` gets the result.
  package func read(_ targets: [String]) { thread.post(.read(targets)) }

  /// Reads what was dropped on a window; an answer follows, unless another drop follows before.
  package func read(_ drop: DroppedContent) { thread.post(.readDrop(drop)) }

  /// Begins to drag something from a window of ours; reports follow, the last of which is its end.
  package func drag(_ offer: ClipboardOffer, from window: UInt) {
    thread.post(.beginDrag(offer, from: window))
  }

  /// Moves what is dragged to a point of the window, in device pixels.
  package func moveDrag(toX x: Int, y: Int) { thread.post(.moveDrag(x: x, y: y)) }

  /// Drops what is dragged where it is.
  package func releaseDrag() { thread.post(.releaseDrag) }

  /// Ends the drag without a drop.
  package func cancelDrag() { thread.post(.cancelDrag) }

  /// Hands the copied data over to a clipboard manager, if there is one, and ends the thread.
  ///
  /// Waits for at most `seconds`.
  package func finish(within seconds: Double = 1) {
    thread.end(with: .finish, within: seconds)
  }

  /// Answers each message with an error until the end, because the display takes no connection.
  private static func refuse(_ mailbox: Mailbox<Message>, _ answers: Answers) {
    let sentence = "the display can't be reached"
    while true {
      for message in mailbox.waitForMessages() {
        switch message {
        case .offer, .read: answers.deliver(.failed(sentence))
        case .readDrop(let content): answers.deliverDrop(content.number, .failed(sentence))
        case .beginDrag: answers.deliverDrag(.ended(.nowhere))
        case .made, .moveDrag, .releaseDrag, .cancelDrag: break
        case .finish: return
        }
      }
    }
  }

  /// The thread's own part.
  private final class Worker {
    private let display: DisplayConnection
    private let window: CX11.Window
    private let mailbox: Mailbox<Message>
    private let answers: Answers
    private var owner: SelectionOwner
    private var reader: SelectionReader
    /// Reads drops; `drop` is the number of the newest.
    private var dropReader: SelectionReader
    private var drop = 0
    /// What is dragged out of our window, and where.
    private var dragOwner: SelectionOwner
    private var sender: DragSender
    /// The deadline for ending the thread; `nil` until it is asked to end.
    private var end: Double?

    init?(
      display name: String?, mailbox: Mailbox<Message>, answers: Answers
    ) {
      guard let display = try? DisplayConnection(name: name) else { return nil }
      self.display = display
      self.mailbox = mailbox
      self.answers = answers
      let window = display.createHiddenWindow()
      self.window = window
      display.select(PropertyChangeMask, of: window)
      func makeOwner(of selection: AtomName) -> SelectionOwner {
        SelectionOwner(display, of: selection) { make, offer, form in
          make { mailbox.post(.made($0, of: selection, offer: offer, form: form)) }
        }
      }
      owner = makeOwner(of: .clipboard)
      dragOwner = makeOwner(of: .dragSelection)
      sender = DragSender(display)
      reader = SelectionReader(display, window: window, of: .clipboard, into: .transfer)
      dropReader = SelectionReader(
        display, window: window, of: .dragSelection, into: .dropTransfer)
    }

    func run() {
      var pollSet = PollSet()
      while !display.isLost {
        let now = MonotonicClock.now()
        takeMessages(at: now)
        takeEvents(at: now)
        owner.expire(at: now)
        dragOwner.expire(at: now)
        report(sender.tick(at: now, isReading: dragOwner.deadline != nil))
        report(reader.expire(at: now))
        reportDrop(dropReader.expire(at: now))
        if let end, now >= end { break }
        display.flush()
        if XEventsQueued(display.pointer, Int32(QueuedAlready)) > 0 { continue }
        pollSet.removeAll()
        pollSet.add(display.descriptor)
        pollSet.add(mailbox.descriptor)
        let deadline = [
          owner.deadline, reader.deadline, dropReader.deadline, dragOwner.deadline,
          sender.deadline, end,
        ].compactMap { $0 }.min()
        pollSet.wait(timeout: deadline.map { max(0, $0 - MonotonicClock.now()) })
      }
      if !display.isLost { XDestroyWindow(display.pointer, window) }
    }

    private func takeMessages(at now: Double) {
      let messages = mailbox.takeAll()
      for (index, message) in messages.enumerated() {
        // Of several places in a row, only the last can still be shown.
        if case .moveDrag = message, index + 1 < messages.count,
          case .moveDrag = messages[index + 1]
        {
          continue
        }
        take(message, at: now)
      }
    }

    private func take(_ message: Message, at now: Double) {
      switch message {
      case .offer(let offer): _ = owner.own(offer, by: window, at: serverTime())
      case .made(let data, .dragSelection, let offer, let form):
        dragOwner.take(data, offer: offer, form: form, at: now)
      case .made(let data, _, let offer, let form):
        owner.take(data, offer: offer, form: form, at: now)
      case .read(let targets): report(reader.begin(targets, stamp: serverTime(), at: now))
      case .readDrop(let content):
        drop = content.number
        reportDrop(
          dropReader.begin(content.targets, isOffered: true, stamp: content.time, at: now))
      case .beginDrag(let offer, let window): begin(offer, from: window)
      case .moveDrag(let x, let y): report(sender.move(toX: x, y: y, at: now))
      case .releaseDrag: report(sender.release(at: now))
      case .cancelDrag: report(sender.cancel())
      case .finish: finish(at: now)
      }
    }

    private func takeEvents(at now: Double) {
      // A flood of requests must not starve the mailbox.
      var left = 256
      while left > 0, !display.isLost, XPending(display.pointer) > 0 {
        left -= 1
        var event = XEvent()
        XNextEvent(display.pointer, &event)
        switch event.type {
        case SelectionRequest:
          if event.xselectionrequest.selection == display.atoms[.dragSelection] {
            dragOwner.answer(
              event.xselectionrequest, isDropped: sender.isDropped, at: now)
          } else {
            owner.answer(event.xselectionrequest, at: now)
          }
        case ClientMessage where event.xclient.window == sender.window:
          if let message = DragMessage(event.xclient, display.atoms) {
            report(sender.take(message, at: now))
          }
        case SelectionClear where event.xselectionclear.selection == display.atoms[.dragSelection]:
          if dragOwner.lose(event.xselectionclear) { report(sender.cancel()) }
        case SelectionClear where event.xselectionclear.selection == display.atoms[.clipboard]:
          if owner.lose(event.xselectionclear), end != nil { end = now }
        case SelectionNotify where event.xselection.requestor == window:
          if end != nil, event.xselection.selection == display.atoms[.clipboardManager] {
            end = now
          } else {
            report(reader.take(event.xselection, at: now))
            reportDrop(dropReader.take(event.xselection, at: now))
          }
        case PropertyNotify where event.xproperty.state == PropertyNewValue:
          if event.xproperty.window == window {
            report(reader.propertyChanged(event.xproperty.atom, at: now))
            reportDrop(dropReader.propertyChanged(event.xproperty.atom, at: now))
          }
        case PropertyNotify:
          owner.propertyDeleted(event.xproperty.atom, of: event.xproperty.window, at: now)
          dragOwner.propertyDeleted(event.xproperty.atom, of: event.xproperty.window, at: now)
        case DestroyNotify where event.xdestroywindow.send_event == 0:
          display.forgetSelection(of: event.xdestroywindow.window)
          owner.windowDestroyed(event.xdestroywindow.window)
          dragOwner.windowDestroyed(event.xdestroywindow.window)
        default: break
        }
      }
    }

    private func report(_ outcome: SelectionReader.Outcome?) {
      if let outcome { answers.deliver(Pasted(outcome)) }
    }

    private func begin(_ offer: ClipboardOffer, from window: CX11.Window) {
      report(sender.prepare())
      let stamp = serverTime()
      guard dragOwner.own(offer, by: sender.window, at: stamp) else {
        sender.end()
        return report([.ended(.nowhere)])
      }
      sender.begin(offer, from: window, stamp: stamp)
    }

    private func report(_ reports: [DragReport]) {
      for report in reports {
        if case .ended = report { dragOwner.disown() }
        answers.deliverDrag(report)
      }
    }

    private func reportDrop(_ outcome: SelectionReader.Outcome?) {
      if let outcome { answers.deliverDrop(drop, Pasted(outcome)) }
    }

    /// The server's time, from the event of a property change.
    ///
    /// The property is of no transfer, whose pieces it would replace.
    private func serverTime() -> UInt {
      display.setProperty(
        display.atoms[.clock], of: window, type: Atom(XA_STRING), bytes: [])
      display.synchronize()
      var event = XEvent()
      var time = UInt(CurrentTime)
      var others: [XEvent] = []
      while XCheckTypedWindowEvent(display.pointer, window, PropertyNotify, &event) != 0 {
        if event.xproperty.atom == display.atoms[.clock] {
          time = event.xproperty.time
        } else {
          others.append(event)
        }
      }
      // Pieces that have arrived meanwhile.
      for index in others.indices.reversed() { XPutBackEvent(display.pointer, &others[index]) }
      return time
    }

    /// Asks the clipboard manager to save the available forms, and serves it for up to a second.
    private func finish(at now: Double) {
      report(sender.cancel())
      let manager = XGetSelectionOwner(display.pointer, display.atoms[.clipboardManager])
      guard owner.isOwner, manager != 0 else {
        // A drop that is still being read gets the same time.
        end = dragOwner.deadline == nil ? now : now + 0.9
        return
      }
      display.setProperty(
        display.atoms[.transfer], of: window, type: Atom(XA_ATOM),
        numbers: owner.readyTargets.map(display.atom))
      XConvertSelection(
        display.pointer, display.atoms[.clipboardManager], display.atoms[.saveTargets],
        display.atoms[.transfer], window, UInt(CurrentTime))
      end = now + 0.9
    }
  }
}

extension Clipboard.Pasted {
  fileprivate init(_ outcome: SelectionReader.Outcome) {
    switch outcome {
    case .received(let target, let data): self = .received(target: target, data)
    case .nothing: self = .nothing
    case .failed(let sentence): self = .failed(sentence)
    }
  }
}
