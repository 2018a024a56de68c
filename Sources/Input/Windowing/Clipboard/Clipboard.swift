import CX11
import Gestures
import Platform
import Synchronization

/// The clipboard and what is dragged, on a thread and a connection of its own, so that a program
/// that receives a large picture slowly, or never, doesn't block the window.
///
/// The thread starts when something is copied, pasted or dropped for the first time.
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
    case made(ClipboardData?, offer: Int, form: Int)
    case read([String])
    case readDrop(DroppedContent)
    case finish
  }

  private struct Running: ~Copyable, Sendable {
    let mailbox: Mailbox<Message>
    let thread: Thread
  }

  private let running = Mutex<Running?>(nil)
  private let display: String?
  private let answers: Answers

  /// The functions that the thread calls.
  private struct Answers: Sendable {
    let deliver: @Sendable (Pasted) -> Void
    let deliverDrop: @Sendable (Int, Pasted) -> Void
  }

  /// Creates the clipboard of a display, by default the one in `DISPLAY`.
  ///
  /// Its thread calls `deliver`, and `deliverDrop` with a drop's number.
  package init(
    display: String? = nil, deliverDrop: @escaping @Sendable (Int, Pasted) -> Void = { _, _ in },
    deliver: @escaping @Sendable (Pasted) -> Void
  ) {
    self.display = display
    answers = Answers(deliver: deliver, deliverDrop: deliverDrop)
  }

  /// Offers forms on the clipboard.
  package func offer(_ offer: ClipboardOffer) { post(.offer(offer)) }

  /// Reads the clipboard in the first of these forms that it has; `deliver` gets the result.
  package func read(_ targets: [String]) { post(.read(targets)) }

  /// Reads what was dropped on a window; an answer follows, unless another drop follows before.
  package func read(_ drop: DroppedContent) { post(.readDrop(drop)) }

  /// Hands the copied data over to a clipboard manager, if there is one, and ends the thread.
  ///
  /// Waits for at most `seconds`.
  package func finish(within seconds: Double = 1) {
    running.withLock { running in
      guard let started = running.take() else { return }
      started.mailbox.post(.finish)
      started.thread.join(within: seconds)
    }
  }

  private func post(_ message: Message) {
    running.withLock { running in
      if running == nil { running = try? start() }
      running?.mailbox.post(message)
    }
  }

  private func start() throws(Errno) -> Running {
    let mailbox = try Mailbox<Message>()
    let (display, answers) = (display, answers)
    let thread = try Thread(name: "clipboard") {
      guard let worker = Worker(display: display, mailbox: mailbox, answers: answers) else {
        answers.deliver(.failed("the display can't be reached"))
        return
      }
      worker.run()
    }
    return Running(mailbox: mailbox, thread: thread)
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
    /// The deadline for ending the thread; `nil` until it is asked to end.
    private var end: Double?

    init?(
      display name: String?, mailbox: Mailbox<Message>, answers: Answers
    ) {
      guard let display = try? DisplayConnection(name: name) else { return nil }
      self.display = display
      self.mailbox = mailbox
      self.answers = answers
      window = XCreateSimpleWindow(display.pointer, display.root, -10, -10, 1, 1, 0, 0, 0)
      XSelectInput(display.pointer, window, PropertyChangeMask)
      owner = SelectionOwner(display, window: window) { form, offer, index in
        guard case .made(let make) = form.content else { return }
        make { mailbox.post(.made($0, offer: offer, form: index)) }
      }
      reader = SelectionReader(display, window: window, of: .clipboard, into: .transfer)
      dropReader = SelectionReader(
        display, window: window, of: .dragSelection, into: .dropTransfer)
    }

    func run() {
      var pollSet = PollSet()
      while !display.isLost {
        let now = MonotonicClock.now()
        for message in mailbox.takeAll() { take(message, at: now) }
        takeEvents(at: now)
        owner.expire(at: now)
        report(reader.expire(at: now))
        reportDrop(dropReader.expire(at: now))
        if let end, now >= end { break }
        display.flush()
        if XEventsQueued(display.pointer, Int32(QueuedAlready)) > 0 { continue }
        pollSet.removeAll()
        pollSet.add(display.descriptor)
        pollSet.add(mailbox.descriptor)
        let deadline = [owner.deadline, reader.deadline, dropReader.deadline, end].compactMap { $0 }
          .min()
        pollSet.wait(timeout: deadline.map { max(0, $0 - MonotonicClock.now()) })
      }
      if !display.isLost { XDestroyWindow(display.pointer, window) }
    }

    private func take(_ message: Message, at now: Double) {
      switch message {
      case .offer(let offer): _ = owner.own(offer, at: serverTime())
      case .made(let data, let offer, let form):
        owner.take(data, offer: offer, form: form, at: now)
      case .read(let targets): report(reader.begin(targets, stamp: serverTime(), at: now))
      case .readDrop(let content):
        drop = content.number
        reportDrop(
          dropReader.begin(content.targets, isOffered: true, stamp: content.time, at: now))
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
        case SelectionRequest where event.xselectionrequest.owner == window:
          owner.answer(event.xselectionrequest, at: now)
        case SelectionClear where event.xselectionclear.selection == display.atoms[.clipboard]:
          owner.lose()
          if end != nil { end = now }
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
        case DestroyNotify: owner.windowDestroyed(event.xdestroywindow.window)
        default: break
        }
      }
    }

    private func report(_ outcome: SelectionReader.Outcome?) {
      if let outcome { answers.deliver(Pasted(outcome)) }
    }

    private func reportDrop(_ outcome: SelectionReader.Outcome?) {
      if let outcome { answers.deliverDrop(drop, Pasted(outcome)) }
    }

    /// The server's time, from the event of a property change.
    private func serverTime() -> UInt {
      display.setProperty(
        display.atoms[.transfer], of: window, type: Atom(XA_STRING), bytes: [])
      display.synchronize()
      var event = XEvent()
      var time = UInt(CurrentTime)
      while XCheckTypedWindowEvent(display.pointer, window, PropertyNotify, &event) != 0 {
        time = event.xproperty.time
      }
      return time
    }

    /// Asks the clipboard manager to save the available forms, and serves it for up to a second.
    private func finish(at now: Double) {
      let manager = XGetSelectionOwner(display.pointer, display.atoms[.clipboardManager])
      guard owner.isOwner, manager != 0 else {
        end = now
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
