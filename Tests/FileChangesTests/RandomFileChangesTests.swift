import Platform
import TestSupport
import Testing

@testable import FileChanges

/// A random walk over three folders, compared with a model; `Scripts/soak` takes a longer one.
@Suite(.serialized, .enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
struct RandomFileChangesTests {
  private static let folders = ["", "one/", "two/"]

  /// The expected contents by path, relative to the test's folder.
  private struct Model {
    var files: [String: String] = [:]
    /// The files before each command that can be undone.
    var past: [[String: String]] = []
  }

  @Test(arguments: [UInt64(49), SoakRow.seed])
  func filesAreWhereTheModelHasThem(seed: UInt64) throws {
    let row = SoakRow(
      "file commands beside a model, seed \(seed)", target: 10_000, sample: 2000, parts: 2)
    let files = try TestFiles()
    var numbers = SeededNumbers(seed: seed)
    for name in ["one", "two"] { try files.subfolder(name) }
    var model = Model()
    var journal = FileJournal()
    var made = 0
    while row.goesOn {
      let step = row.reached
      row.done()
      if model.files.count < 4 || numbers.next(upTo: 8) == 0 {
        made += 1
        let name = Self.folders[numbers.next(upTo: 3)] + "\(numbers.next(upTo: 12)).jpg"
        // Another program creates a file, so that a file that is restored later finds its name
        // taken.
        guard model.files[name] == nil else { continue }
        try files.file(name, "\(made)")
        model.files[name] = "\(made)"
        journal = FileJournal()
        model.past = []
        continue
      }
      if numbers.next(upTo: 4) == 0 {
        guard let changes = journal.takeLast() else { continue }
        for change in changes.reversed() { _ = try undo(change).get() }
        let before = model.past.popLast()
        model.files = try #require(before)
      } else {
        let names = model.files.keys.sorted()
        let name = names[numbers.next(upTo: names.count)]
        let (request, expected) = command(name, files, model.files, &numbers)
        let result = Result { () throws(FileChangeError) in try FileChanger().perform(request) }
        switch (result, expected) {
        case (.success(let change), let after?):
          model.past.append(model.files)
          if model.past.count > FileJournal.limit { model.past.removeFirst() }
          model.files = after
          if change.isUndoable {
            journal.add([change])
          } else {
            journal = FileJournal()
            model.past = []
          }
        case (.failure(let error), nil):
          row.check([.collision, .alreadyThere].contains(error.kind), "step \(step): \(error)")
        default: row.fail("step \(step): \(request) gave \(result)")
        }
      }
      if step % 50 == 0 {
        try #require(found(files) == model.files, "seed \(seed), step \(step)")
      }
    }
    row.check(found(files) == model.files, "other files than in the model")
    row.report()
    #expect(row.problems.isEmpty, "seed \(seed)")
  }

  /// A random request, and the files after it; `nil` if it should fail.
  private func command(
    _ name: String, _ files: TestFiles, _ before: [String: String], _ numbers: inout SeededNumbers
  ) -> (FileRequest, [String: String]?) {
    let collision = [FileRequest.Collision.ask, .keepBoth, .replace][numbers.next(upTo: 3)]
    let folder = Self.folders.last { name.hasPrefix($0) } ?? ""
    let base = String(name.dropFirst(folder.count))
    var after = before
    func request(_ action: FileRequest.Action) -> FileRequest {
      FileRequest(action, files[name], collision: collision)
    }
    /// The name that a file arrives under; `nil` if it doesn't.
    func arrival(_ target: String) -> String? {
      guard before[target] != nil else { return target }
      switch collision {
      case .ask: return nil
      case .replace: return target
      case .keepBoth:
        let stem = target.dropLast(4)
        return (1...).lazy.map { "\(stem) (\($0)).jpg" }.first { before[$0] == nil }
      }
    }
    switch numbers.next(upTo: 8) {
    case 0, 1:
      after[name] = nil
      return (request(.trash), after)
    case 2 where numbers.next(upTo: 4) == 0:
      after[name] = nil
      return (request(.delete), after)
    case 2, 3, 4:
      let new = "\(numbers.next(upTo: 12)).jpg"
      let action = FileRequest.Action.rename(to: Array(new.utf8))
      guard new != base, let place = arrival(folder + new) else { return (request(action), nil) }
      after[name] = nil
      after[place] = before[name]
      return (request(action), after)
    case 5, 6:
      let target = Self.folders[numbers.next(upTo: 3)]
      let action = FileRequest.Action.move(into: files[target])
      guard target != folder, let place = arrival(target + base) else {
        return (request(action), nil)
      }
      after[name] = nil
      after[place] = before[name]
      return (request(action), after)
    default:
      let target = Self.folders[numbers.next(upTo: 3)]
      let action = FileRequest.Action.copy(into: files[target])
      guard target != folder || collision != .replace, let place = arrival(target + base) else {
        return (request(action), nil)
      }
      after[place] = before[name]
      return (request(action), after)
    }
  }

  private func found(_ files: TestFiles) -> [String: String] {
    var found: [String: String] = [:]
    for folder in Self.folders {
      for name in files.names(in: folder) where name != "one" && name != "two" {
        found[folder + name] = TestFiles.contents(files[folder + name])
      }
    }
    return found
  }
}

extension SeededNumbers {
  fileprivate mutating func next(upTo count: Int) -> Int { Int(next() % UInt64(count)) }
}
