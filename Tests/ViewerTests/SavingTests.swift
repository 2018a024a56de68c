import Decoding
import Filters
import Glibc
import Platform
import Testing
import Windowing

@testable import Viewer

/// Saving, with a file that no decoder reads.
@Suite struct SavingTests {
  let folder: AlbumTestFolder
  let mailbox: Mailbox<SaveEvent>
  let saving: Saving

  init() throws {
    folder = try AlbumTestFolder()
    let mailbox = try Mailbox<SaveEvent>()
    self.mailbox = mailbox
    saving = Saving { mailbox.post($0) }
  }

  private func request() throws -> SaveRequest {
    let path = try folder.file("a.png")
    return SaveRequest(
      .whole(.identity), of: AlbumEntry(argument: 0, path: path, origin: .named),
      file: try OpenedPicture(FileOpening.open(path)), filters: FilterChain())
  }

  /// Waits for the end of the next request.
  private func nextEnd() -> SaveEvent {
    while true {
      for event in mailbox.waitForMessages() {
        if case .finished = event { return event }
      }
    }
  }

  @Test func theNewNameDescribesTheChange() throws {
    let path = try folder.file("a.png")
    #expect(try request().destination == UniqueFileName(beside: path, ending: "filtered"))
    #expect(SaveRequest.Extent.whole(.identity).ending == "filtered")
  }

  @Test func aFailedSaveGivesASentence() throws {
    #expect(saving.save(try request()) == [.showNote("saving a.png …", seconds: nil)])
    let end = nextEnd()
    guard case .finished(.failure(let error)) = end else {
      Issue.record("it was saved")
      return
    }
    #expect(
      saving.receive(end) == [
        .updateProgress, .printToStandardError(error.sentence),
        .showNote(error.sentence, seconds: 4),
      ])
    saving.finish(isHurried: false) {
      Issue.record("nothing is under way")
      return Saving.Wake(isHurried: true)
    } notify: { _ in
    }
  }

  /// The target of a drag waits for an answer, whatever becomes of the picture.
  @Test func aFileThatATargetNamesIsAnsweredFor() throws {
    let answers = try Mailbox<DirectSave.Answer>()
    let save = saving.directSave(try request(), as: Array("new.png".utf8))
    #expect(save.name == Array("new.png".utf8))
    for address in ["http://h/new.png", "file:///x/.bashrc"] {
      save.write(Array(address.utf8)) { answers.post($0) }
    }
    #expect(answers.waitForMessages() == [.unreachable, .refused])
    save.write(Array("file://".utf8) + folder["new.png"]) { answers.post($0) }
    let events = mailbox.waitForMessages()
    #expect(events.flatMap(saving.receive) == [.showNote("saving a.png …", seconds: nil)])
    // No decoder reads it.
    #expect(answers.waitForMessages() == [.refused])
    let end = nextEnd()
    _ = saving.receive(end)
    guard case .finished(.failure) = end else {
      Issue.record("it was saved")
      return
    }
    #expect(folder["new.png"].withCPath { access($0, F_OK) } != 0)
    saving.finish(isHurried: false) {
      Saving.Wake(isHurried: true)
    } notify: { _ in
    }
  }

  @Test func progressIsThatOfTheCurrentFile() {
    #expect(saving.receive(.progress(0.5)) == [.updateProgress] && saving.progress == 0.5)
    let effects = saving.receive(.finished(.success(Array("/a\n.png".utf8))))
    #expect(saving.progress == nil)
    #expect(
      effects.last == .showNote("saved as \(escapedForDisplay(Array("/a\n.png".utf8)))", seconds: 4)
    )
  }

  @Test func quittingWaitsForAllSaves() throws {
    for _ in 0..<2 { _ = saving.save(try request()) }
    var told: [String] = []
    saving.finish(isHurried: false) {
      Saving.Wake(events: mailbox.waitForMessages())
    } notify: {
      told.append($0)
    }
    #expect(told.count == 2)
  }

  @Test func aHurriedEndReportsNothing() throws {
    _ = saving.save(try request())
    saving.finish(isHurried: true) {
      Saving.Wake(events: mailbox.waitForMessages())
    } notify: {
      Issue.record("\($0)")
    }
  }
}
