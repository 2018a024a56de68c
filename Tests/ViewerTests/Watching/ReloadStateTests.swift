import Platform
import Testing

@testable import Viewer

/// When a file that other programs change is looked at.
@Suite struct ReloadStateTests {
  private static let name = Array("a.png".utf8)

  /// A value in a class, because `#expect` accepts no mutating call.
  private final class Box {
    private var state: ReloadState
    init(_ state: ReloadState) { self.state = state }
    var deadline: Double? { state.deadline }
    func take(_ change: FolderWatch.Change, at now: Double) { state.take(change, at: now) }
    func act(at now: Double) -> ReloadState.Action? { state.act(at: now) }
  }

  private func state(mayHaveChanged: Bool = false) -> Box {
    Box(ReloadState(.init(folder: 1, name: Self.name), mayHaveChanged: mayHaveChanged, at: 0))
  }

  private func change(
    _ kind: FolderWatch.Change.Kind, _ name: [UInt8] = name, in folder: Int32 = 1,
    cookie: UInt32 = 0
  ) -> FolderWatch.Change {
    FolderWatch.Change(folder: folder, kind: kind, name: name, cookie: cookie)
  }

  /// Returns the actions until a time, each with when it happens.
  private func actions(_ state: Box, until end: Double) -> [ReloadState.Action] {
    var actions: [ReloadState.Action] = []
    while let due = state.deadline, due <= end {
      if let action = state.act(at: due) { actions.append(action) }
    }
    return actions
  }

  @Test func aFileThatMayHaveChangedIsLookedAtOnce() {
    let fresh = self.state(mayHaveChanged: true)
    #expect(actions(fresh, until: 0) == [.look])
    #expect(fresh.deadline == nil)
    #expect(state().deadline == nil)
  }

  @Test func aWrittenFileIsLookedAtOnceItIsQuiet() {
    let state = self.state()
    // Twenty versions a second, each written in place: the old one stays.
    for step in 0..<200 {
      let now = Double(step) * 0.05
      state.take(change(.modified), at: now)
      state.take(change(.written), at: now + 0.01)
      #expect(actions(state, until: now + 0.05) == [])
    }
    #expect(actions(state, until: 9.96 + ReloadState.closedDuration + 0.01) == [.look])
    #expect(actions(state, until: 99) == [])
  }

  @Test func aWriterThatKeepsTheFileOpenIsWaitedForLonger() throws {
    let state = self.state()
    state.take(change(.modified), at: 1)
    #expect(try #require(state.deadline) == 1 + ReloadState.openDuration)
    state.take(change(.modified), at: 1.5)
    #expect(actions(state, until: 2) == [])
    #expect(actions(state, until: 1.5 + ReloadState.openDuration) == [.look])
  }

  @Test func aVersionThatTakesTheNameIsLookedAtAtOnce() {
    let state = self.state()
    state.take(change(.movedTo), at: 1)
    #expect(actions(state, until: 1) == [.look])
    // Fifty a second are looked at a few times a second, and are not put off for ever.
    var count = 0
    for step in 1...100 {
      let now = 1 + Double(step) * 0.02
      state.take(change(.movedTo), at: now)
      count += actions(state, until: now).count
    }
    #expect((9...11).contains(count), "\(count)")
    #expect(actions(state, until: 9) == [.look])
  }

  @Test func aDeletedFileIsGoneUnlessItComesBack() {
    let deleted = self.state()
    deleted.take(change(.deleted), at: 0)
    #expect(actions(deleted, until: 0.1) == [])
    #expect(actions(deleted, until: 1) == [.part(isMoved: false)])
    // Programs that save may delete the old version first.
    let saved = self.state()
    saved.take(change(.deleted), at: 0)
    saved.take(change(.created), at: 0.05)
    saved.take(change(.written), at: 0.1)
    #expect(actions(saved, until: 9) == [.look])
    let moved = self.state()
    moved.take(change(.movedFrom, cookie: 7), at: 0)
    #expect(actions(moved, until: 1) == [.part(isMoved: true)])
  }

  @Test func aRenamedFileIsFollowed() {
    let other = Array("b.png".utf8)
    let renamed = self.state()
    renamed.take(change(.movedFrom, cookie: 7), at: 0)
    renamed.take(change(.movedTo, other, in: 2, cookie: 8), at: 0)
    renamed.take(change(.movedTo, other, in: 2, cookie: 7), at: 0)
    #expect(actions(renamed, until: 1) == [.follow(.init(folder: 2, name: other))])
    // An editor renames the old version to a backup, and writes a new one.
    let saved = self.state()
    saved.take(change(.movedFrom, cookie: 7), at: 0)
    saved.take(change(.movedTo, other, cookie: 7), at: 0)
    saved.take(change(.created), at: 0.01)
    saved.take(change(.written), at: 0.02)
    #expect(actions(saved, until: 9) == [.look])
    // Two files exchange their names.
    let exchanged = self.state()
    exchanged.take(change(.movedFrom, cookie: 7), at: 0)
    exchanged.take(change(.movedTo, other, cookie: 7), at: 0)
    exchanged.take(change(.movedFrom, other, cookie: 8), at: 0)
    exchanged.take(change(.movedTo, cookie: 8), at: 0)
    #expect(actions(exchanged, until: 9) == [.look])
  }

  @Test func otherNamesAndFoldersAreNothing() {
    let state = self.state()
    for kind in [FolderWatch.Change.Kind.written, .created, .deleted, .movedTo, .modified] {
      state.take(change(kind, Array("b.png".utf8)), at: 0)
      state.take(change(kind, in: 2), at: 0)
    }
    state.take(change(.folderGone, [], in: 2), at: 0)
    #expect(state.deadline == nil)
    state.take(change(.folderGone, []), at: 0)
    #expect(actions(state, until: 1) == [.look])
    state.take(change(.overflow, [], in: -1), at: 2)
    #expect(actions(state, until: 3) == [.look])
  }
}
