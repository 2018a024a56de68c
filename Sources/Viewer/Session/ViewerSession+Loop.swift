import Decoding
import Gestures
import Platform
import Rendering
import Text
import Windowing
import Zooming

extension ViewerSession {
  /// Runs until the user quits or nothing can be shown, and tells what ended it.
  func run() -> UserError? {
    var pollSet = PollSet()
    while !isFinished {
      let now = MonotonicClock.now()
      update(at: now)
      if isFinished { break }
      display.flush()
      pollSet.removeAll()
      pollSet.add(display.descriptor)
      pollSet.add(mailbox.descriptor)
      pollSet.add(terminationSignals.number)
      scheduler.addDescriptors(to: &pollSet)
      if window.hasQueuedEvents {
        pollSet.wait(timeout: 0)
      } else {
        pollSet.wait(timeout: nextDeadline(after: now).map { $0 - MonotonicClock.now() })
      }
      takeEvents(from: pollSet)
    }
    close()
    return outcome
  }

  /// Takes everything that has arrived: input first, since it is what the user feels.
  private func takeEvents(from pollSet: PollSet) {
    if pollSet.isReadable(terminationSignals.number), terminationSignals.receive() {
      isFinished = true
      isHurried = true
    }
    for event in window.readEvents() {
      let now = MonotonicClock.now()
      statistics.ledger.inputArrived(at: now)
      handle(event, at: frameClock.moment(now))
    }
    for message in mailbox.takeAll() { handle(message, at: MonotonicClock.now()) }
    for event in scheduler.process(pollSet, now: MonotonicClock.now()) {
      handle(event, at: MonotonicClock.now())
    }
  }

  /// When something has to be done though nothing arrives; `nil` lets every thread sleep.
  private func nextDeadline(after now: Double) -> Double? {
    var deadlines = [gestures.deadline, scheduler.nextDeadline, notices.deadline]
    deadlines.append(backdropDeadline)
    deadlines.append(rendererDeadline)
    deadlines.append(outlinesDeadline)
    deadlines.append(stopgapDeadline(after: now))
    if isWaitingForFrameTime(at: now) { deadlines.append(frameClock.nextStart) }
    return deadlines.compactMap { $0 }.min()
  }

  /// Brings every stage up to the moment.
  private func update(at now: Double) {
    let moment = frameClock.moment(now)
    for gesture in gestures.tick(now: now) { handle(gesture, at: moment) }
    notices.expire(at: now)
    if let rendererDeadline, now >= rendererDeadline { startRenderer() }
    showBackdropIfLate(at: now)
    updatePlans(at: moment)
    updateOutlines(at: now)
    updateFrame(at: now)
    trimHeapAtRest(at: now)
  }

  /// Gives the system back what compiling shaders and uploading tiles have left behind, once all is
  /// there that was wanted.
  private func trimHeapAtRest(at now: Double) {
    guard needsTrim, presentedNumber == frameNumber, frameNumber > 0, pending == nil,
      zoom?.isMoving(at: now) != true,
      ([current].compactMap { $0 } + neighbours).allSatisfy({ $0.plan.wanted.isEmpty })
    else { return }
    needsTrim = false
    Heap.trim()
  }

  private func handle(_ message: SessionMessage, at now: Double) {
    switch message {
    case .render(let event): handle(event, at: now)
    case .text(let answer): notices.receive(answer)
    case .listing(let event): receive(event, at: now)
    case .opened(let opening): receive(opening, at: now)
    case .filters(let news): perform(filtering.receive(news), at: now)
    case .saving(let event): perform(saving.receive(event), at: now)
    }
  }

  /// Ends every stage in the flow's order, so that none speaks to one that is gone.
  private func close() {
    for picture in [current, pending].compactMap({ $0 }) + neighbours {
      scheduler.close(picture.id)
    }
    perform(filtering.end(), at: MonotonicClock.now())
    listing?.stop()
    opener.stop()
    text.stop()
    // Without a server there is nobody to give textures and windows back to.
    if !display.isLost {
      renderer.stop()
      window.close()
    }
    finishSaving(isHurried: isHurried || display.isLost)
    let decoding = scheduler.statistics
    statistics.decodedPixels = decoding.exactPixels + decoding.previewPixels
    statistics.tilesCancelled = decoding.tilesCancelled
    let drawing = renderer.statistics
    statistics.uploadedBytes = drawing.uploadedBytes
    statistics.peakTextureBytes = drawing.peakTextureBytes
  }
}
