import Platform
import Testing

@testable import Viewer

/// When folders are listed again.
@Suite struct ChangedFoldersTests {
  /// A value in a class, because `#expect` accepts no mutating call.
  private final class Box {
    private var folders = ChangedFolders()
    var deadline: Double? { folders.deadline }
    func note(_ change: FolderWatch.Change, at now: Double) { folders.note(change, at: now) }
    func take(at now: Double) -> (isDue: Bool, folders: Set<Int32>?) { folders.take(at: now) }
  }

  private func change(
    _ kind: FolderWatch.Change.Kind, _ name: String, in folder: Int32 = 1
  ) -> FolderWatch.Change {
    FolderWatch.Change(folder: folder, kind: kind, name: Array(name.utf8))
  }

  @Test func foldersAreListedOnceTheyAreQuiet() {
    let changed = Box()
    #expect(changed.deadline == nil && !changed.take(at: 9).isDue)
    changed.note(change(.created, "a"), at: 0)
    changed.note(change(.deleted, "b", in: 2), at: 0.1)
    #expect(!changed.take(at: 0.2).isDue)
    #expect(changed.take(at: 0.1 + ChangedFolders.quietDuration).folders == [1, 2])
    #expect(changed.deadline == nil)
  }

  @Test func aFolderThatKeepsChangingIsListedToo() {
    let changed = Box()
    var count = 0
    for step in 0..<1000 {
      changed.note(change(.created, "\(step)"), at: Double(step) * 0.01)
      if changed.take(at: Double(step) * 0.01).isDue { count += 1 }
    }
    #expect((8...10).contains(count), "\(count)")
  }

  @Test func onlyNewFilesCountWhenTheyAreWritten() {
    let changed = Box()
    changed.note(change(.written, "old"), at: 0)
    changed.note(change(.modified, "old"), at: 0)
    changed.note(change(.created, ".hidden"), at: 0)
    #expect(changed.deadline == nil)
    changed.note(change(.created, "new"), at: 0)
    #expect(changed.take(at: 1).folders == [1])
    changed.note(change(.written, "new"), at: 2)
    #expect(changed.take(at: 3).folders == [1])
    changed.note(change(.written, "new"), at: 4)
    #expect(changed.deadline == nil)
  }

  @Test func moreNewFilesThanAreRememberedCountAll() {
    let changed = Box()
    for number in 0...ChangedFolders.mostNewFiles {
      changed.note(change(.created, "\(number)"), at: 0)
    }
    changed.note(change(.written, "anything"), at: 0.5)
    #expect(changed.take(at: 1).folders == [1])
    changed.note(change(.written, "anything"), at: 2)
    #expect(changed.deadline == nil)
  }

  @Test func lostChangesMayBeInAnyFolder() {
    let changed = Box()
    changed.note(FolderWatch.Change(folder: -1, kind: .overflow, name: []), at: 0)
    let due = changed.take(at: 1)
    #expect(due.isDue && due.folders == nil)
  }

  @Test func foldersThatAlwaysChangeAreReadAFifthOfTheTime() {
    var updates = PendingUpdates()
    var due = updates.take(at: 0)
    #expect(updates.wait(at: 0) == nil && due == nil)
    updates.add([1], isThorough: false)
    updates.add([2], isThorough: true)
    #expect(updates.wait(at: 0) == 0)
    due = updates.take(at: 0)
    #expect(due?.arguments == [1, 2] && due?.isThorough == true)
    updates.note(began: 0, ended: 2)
    updates.add([1], isThorough: false)
    due = updates.take(at: 2)
    #expect(due == nil && updates.wait(at: 2) == 8)
    due = updates.take(at: 10)
    #expect(due?.arguments == [1] && due?.isThorough == false)
  }
}
