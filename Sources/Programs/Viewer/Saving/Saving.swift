import Platform
import Windowing

/// Saves pictures on a thread, and tracks the progress.
///
/// Window thread only. The saving thread calls `deliver` with its events, which the window thread
/// then passes to `receive`.
final class Saving {
  private let deliver: @Sendable (SaveEvent) -> Void
  /// The thread that writes pictures, started for the first one.
  private var saver: PictureSaver?
  /// The number of pending requests.
  private var underWay = 0
  /// The fraction written of the current file, from 0 to 1; `nil` if there is none.
  private(set) var progress: Double?

  /// Creates an object that saves nothing yet.
  init(deliver: @escaping @Sendable (SaveEvent) -> Void) { self.deliver = deliver }

  /// Queues a picture to be written.
  func save(_ request: SaveRequest) -> [SavingEffect] {
    save(request, to: .free(request.destination)) { _ in }
  }

  /// Returns a picture as a file that the target of a drag names; any thread may write it.
  func directSave(_ request: SaveRequest, as name: [UInt8]) -> DirectSave {
    DirectSave(name: name) { [deliver] address, answer in
      do throws(DragDestination.Refusal) {
        let destination = try DragDestination(address, offered: name)
        deliver(
          .named(request, path: destination.path) { answer($0 ? .saved : .refused) })
      } catch {
        answer(error == .unreachable ? .unreachable : .refused)
      }
    }
  }

  private func save(
    _ request: SaveRequest, to destination: PNGFile.Destination,
    end: @escaping @Sendable (Bool) -> Void
  ) -> [SavingEffect] {
    do throws(Errno) {
      if saver == nil { saver = try PictureSaver(deliver: deliver) }
      saver?.save(request, to: destination, end: end)
      underWay += 1
      return [.showNote("saving \(request.name) …", seconds: nil)]
    } catch {
      end(false)
      return [.showNote("the picture can't be saved: \(error)", seconds: Self.noteSeconds)]
    }
  }

  /// Handles an event of the saving thread.
  func receive(_ event: SaveEvent) -> [SavingEffect] {
    switch event {
    case .progress(let fraction):
      progress = fraction
      return [.updateProgress]
    case .named(let request, let path, let answer):
      return save(request, to: .new(path), end: answer)
    case .finished(let result):
      underWay -= 1
      progress = nil
      switch result {
      case .success(let path):
        return [
          .updateProgress,
          .showNote("saved as \(escapedForDisplay(path))", seconds: Self.noteSeconds),
        ]
      case .failure(let error):
        return [
          .updateProgress, .printToStandardError(error.sentence),
          .showNote(error.sentence, seconds: Self.noteSeconds),
        ]
      }
    }
  }

  private static let noteSeconds = 4.0

  /// Events that have arrived while waiting for saving to finish.
  struct Wake {
    var events: [SaveEvent] = []
    /// True if the user wants to quit at once.
    var isHurried = false
  }

  /// Finishes saving after the window has closed.
  ///
  /// After a signal or a lost display it does not wait, and deletes what is unfinished. `wait`
  /// sleeps until something arrives.
  func finish(isHurried: Bool, wait: () -> Wake, notify: (String) -> Void) {
    guard let saver else { return }
    if isHurried { saver.cancel() }
    while underWay > 0 {
      let wake = wait()
      if wake.isHurried { saver.cancel() }
      for case .finished(let result) in wake.events {
        underWay -= 1
        if case .failure(let error) = result, !isHurried { notify(error.sentence) }
      }
    }
    saver.stop()
  }
}
