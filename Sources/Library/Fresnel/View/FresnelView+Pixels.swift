import Platform
import Rendering
import ViewHosting

/// Reading back the pixels of an off-screen view.
extension FresnelView {
  /// Returns the pixels of an off-screen view, after waiting until it is complete and at rest.
  ///
  /// The pixels are premultiplied RGBA, one byte each, rows without padding, top row first. The
  /// delegate receives all events meanwhile.
  ///
  /// - Throws: `FresnelError`: `timeOut` after `limit` seconds; why the picture can't be shown;
  ///   `notDrawn` if nothing is shown, drawing fails, or the view has a window.
  public func pixels(within limit: Double = 60) throws(FresnelError) -> ViewPixels {
    guard case .memory(let memory) = host.surface else {
      throw .notDrawn("only the pixels of a view without a window can be read back")
    }
    let end = now + limit
    var waiting = PollSet()
    waiting.add(descriptor)
    while true {
      dispatch()
      if ending != nil { throw .ended }
      if let failure { throw failure }
      guard tiles.shown != nil || pending != nil else { throw .notDrawn("nothing is shown") }
      if isAtRest { break }
      guard now < end else { throw .timeOut }
      waiting.wait(timeout: min(deadline ?? end, end) - now)
    }
    guard host.renderer.drawsFilters else {
      return ViewPixels(size: memory.size, bytes: memory.pixels)
    }
    return try capture(until: end)
  }

  private func capture(until end: Double) throws(FresnelError) -> ViewPixels {
    let answers: Mailbox<CapturedPixels?>
    do throws(Errno) { answers = try Mailbox() } catch { throw .system("\(error)") }
    host.renderer.capture { answers.post($0) }
    var waiting = PollSet()
    waiting.add(answers.descriptor)
    while now < end {
      waiting.wait(timeout: end - now)
      guard let answer = answers.takeAll().first else { continue }
      guard let answer else { throw .notDrawn("the pixels can't be read back") }
      return ViewPixels(size: answer.size, bytes: answer.bytes)
    }
    throw .timeOut
  }
}
