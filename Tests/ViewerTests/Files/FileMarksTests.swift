import Testing

@testable import Viewer

@Suite struct FileMarksTests {
  private func paths(_ names: String...) -> [[UInt8]] { names.map { Array($0.utf8) } }

  @Test func marksKeepTheirOrder() {
    var marks = FileMarks()
    for path in paths("c", "a", "b") { marks.toggle(path) }
    #expect(marks.paths == paths("c", "a", "b"))
    marks.toggle(Array("a".utf8))
    #expect(marks.paths == paths("c", "b") && marks.last == Array("a".utf8))
    marks.add(paths("b", "d"))
    #expect(marks.paths == paths("c", "b", "d"))
    marks.remove(paths("c", "x"))
    #expect(marks.paths == paths("b", "d") && !marks.contains(Array("c".utf8)))
    marks.removeAll()
    #expect(marks.isEmpty && marks.last == nil)
  }

  @Test func twentyThousandMarksFollowTheirFiles() {
    var marks = FileMarks()
    let paths = (0..<20_000).map { Array("\($0)".utf8) }
    marks.add(paths)
    for path in paths { marks.rename(path, to: path + [0x21]) }
    #expect(marks.paths == paths.map { $0 + [0x21] } && marks.count == paths.count)
  }

  @Test func changesAreCounted() {
    var marks = FileMarks()
    var changes = 0
    func expectChange(_ isChange: Bool, _ what: String) {
      #expect((marks.changes > changes) == isChange, "\(what)")
      changes = marks.changes
    }
    marks.removeAll()
    marks.remove(paths("a"))
    expectChange(false, "nothing is marked")
    marks.toggle(Array("a".utf8))
    expectChange(true, "marked")
    marks.add(paths("a"))
    expectChange(false, "marked again")
    marks.rename(Array("a".utf8), to: Array("b".utf8))
    expectChange(true, "renamed")
    marks.toggle(Array("b".utf8))
    expectChange(true, "unmarked")
    marks.add(paths("x", "y"))
    expectChange(true, "marked two")
    marks.removeAll()
    expectChange(true, "all removed")
    marks.removeAll()
    expectChange(false, "removed again")
  }

  /// A file that could not be removed is marked again, unless the user opened another album.
  @Test func marksReturnWithFilesThatStay() {
    var marks = FileMarks()
    marks.add(paths("a", "b", "c"))
    marks.suspend(paths("a", "b", "x"))
    #expect(marks.paths == paths("c"))
    marks.forget(paths("a"))
    marks.removeAll()
    marks.restore(paths("a", "b", "x"))
    #expect(marks.paths == paths("b"))
    marks.suspend(paths("b"))
    marks.forgetSuspended()
    marks.restore(paths("b"))
    #expect(marks.isEmpty)
  }

  @Test func aMarkFollowsItsFile() {
    var marks = FileMarks()
    for path in paths("a", "b") { marks.toggle(path) }
    marks.rename(Array("a".utf8), to: Array("x".utf8))
    marks.rename(Array("none".utf8), to: Array("y".utf8))
    #expect(marks.paths == paths("x", "b"))
    #expect(marks.contains(Array("x".utf8)) && !marks.contains(Array("y".utf8)))
  }
}

@Suite struct RecentFoldersTests {
  private func folders(_ text: String) -> [String] {
    RecentFolders(text: text).folders.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func theLatestTenAreKept() {
    var recent = RecentFolders()
    for number in 0..<15 { recent.add(Array("/f\(number)/".utf8)) }
    recent.add(Array("/f10".utf8))
    let kept = ["/f10", "/f14", "/f13", "/f12", "/f11", "/f9", "/f8", "/f7", "/f6", "/f5"]
    #expect(recent.folders.map { String(decoding: $0, as: UTF8.self) } == kept)
    #expect(RecentFolders(text: recent.text) == recent)
    recent.add(Array("/".utf8))
    #expect(recent.folders.first == [47])
  }

  /// The file may contain anything.
  @Test func onlyAbsolutePathsAreRead() {
    #expect(folders("/a\nrelative\n\n../x\n/b\n") == ["/a", "/b"])
    #expect(folders("/a\0b\n/" + String(repeating: "x", count: 5000)) == [])
    #expect(folders("/a\n/a\n/a/") == ["/a"])
    #expect(folders((0..<1000).map { "/\($0)" }.joined(separator: "\n")).count == 10)
    var recent = RecentFolders()
    for odd: [UInt8] in [[], [0x2F, 0xFF], [0x2F, 0x0A], [65]] { recent.add(odd) }
    #expect(recent.folders.isEmpty)
  }
}
