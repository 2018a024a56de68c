import Platform

/// What is being saved: the thread that writes pictures, and how far it is.
///
/// Window thread only. What the thread tells comes through `deliver`, which is called on it, and
/// goes in again through `receive`.
final class Saving {
  private let deliver: @Sendable (SaveEvent) -> Void
  /// Writes pictures; it starts with the first one.
  private var saver: PictureSaver?
  /// Requests that the saver has not answered.
  private var underWay = 0
  /// How far the file is that is being written, from 0 to 1; `nil` while none is.
  private(set) var progress: Double?

  /// Nothing is saved yet.
  init(deliver: @escaping @Sendable (SaveEvent) -> Void) { self.deliver = deliver }

  /// Writes a picture when those before it are written.
  func save(_ request: SaveRequest) -> [SavingEffect] {
    do throws(Errno) {
      if saver == nil { saver = try PictureSaver(deliver: deliver) }
      saver?.save(request)
      underWay += 1
      return [.showNote("saving \(request.name) …", seconds: nil)]
    } catch {
      return [.showNote("the picture can't be saved: \(error)", seconds: Self.noteSeconds)]
    }
  }

  /// Takes what the saving thread tells.
  func receive(_ event: SaveEvent) -> [SavingEffect] {
    switch event {
    case .progress(let fraction):
      progress = fraction
      return [.updateProgress]
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
          .updateProgress, .tellStandardError(error.sentence),
          .showNote(error.sentence, seconds: Self.noteSeconds),
        ]
      }
    }
  }

  private static let noteSeconds = 4.0

  /// What has come while the end of saving was waited for.
  struct Wake {
    /// What the saving thread has told.
    var events: [SaveEvent] = []
    /// Whether the user has no patience any more.
    var isHurried = false
  }

  /// Finishes what is being saved when the window has gone already.
  ///
  /// Who ends the program by a signal, or pulls the display away, does not wait: no file is left of
  /// what is not finished. `wait` sleeps until something has come.
  func finish(isHurried: Bool, wait: () -> Wake, tell: (String) -> Void) {
    guard let saver else { return }
    if isHurried { saver.cancel() }
    while underWay > 0 {
      let wake = wait()
      if wake.isHurried { saver.cancel() }
      for case .finished(let result) in wake.events {
        underWay -= 1
        if case .failure(let error) = result, !isHurried { tell(error.sentence) }
      }
    }
    saver.stop()
  }
}
