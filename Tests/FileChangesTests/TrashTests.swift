import Glibc
import Platform
import Testing

@testable import FileChanges

/// Trashing and restoring files.
@Suite(.serialized, .enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
struct TrashTests {
  private let files: TestFiles

  init() throws { files = try TestFiles() }

  private func trash(_ path: [UInt8]) throws -> (FileChange, TrashedFile) {
    let change = try perform(.trash, path).get()
    guard case .trashed(let file) = change.kind else { throw FileChangeError(.gone, path) }
    return (change, try #require(file))
  }

  @Test func aFileGoesToTheTrashAndComesBack() throws {
    let path = try files.file("a.jpg", "A")
    let (change, file) = try trash(path)
    #expect(files.names().isEmpty && change.disappeared == path && change.isUndoable)
    let folder = try #require(TestTrash.folder)
    #expect(file.path.starts(with: folder + Array("files/".utf8)))
    // In the form that file managers read.
    let note = TestTrash.note(of: file)
    #expect(note.first == "[Trash Info]")
    #expect(note.contains("Path=" + String(decoding: path, as: UTF8.self)))
    let undone = try undo(change).get()
    #expect(undone.appeared == path && undone.disappeared == nil)
    #expect(TestFiles.contents(path) == "A")
    #expect(TestFiles.contents(file.path) == nil && TestFiles.contents(file.note) == nil)
  }

  @Test func aRestoredFileReplacesNothing() throws {
    let path = try files.file("a.jpg", "A")
    let (change, _) = try trash(path)
    try files.file("a.jpg", "new")
    try files.file("a (1).jpg", "new too")
    #expect(try undo(change).get().appeared == files["a (2).jpg"])
    #expect(TestFiles.contents(files["a (2).jpg"]) == "A")
    #expect(TestFiles.contents(path) == "new")
  }

  @Test func anEmptiedTrashIsSaid() throws {
    let path = try files.file("a.jpg", "A")
    let (change, file) = try trash(path)
    TestTrash.remove(file)
    #expect(undo(change) == .failure(.init(.trashEmptied, path)))
    #expect(
      FileChangeError(.trashEmptied, path).sentence
        == "the trash was emptied: a.jpg can't be restored")
  }

  @Test func anotherFileInTheTrashIsNotRestored() throws {
    let path = try files.file("a.jpg", "A")
    let (change, file) = try trash(path)
    _ = file.path.withCPath { unlink($0) }
    try "other".write(to: file.path)
    #expect(undo(change) == .failure(.init(.changed, path)))
    TestTrash.remove(file)
  }

  @Test func aMissingFolderIsSaid() throws {
    let folder = try files.subfolder("sub")
    let (change, file) = try trash(try files.file("sub/a.jpg", "A"))
    _ = folder.withCPath { rmdir($0) }
    #expect(undo(change) == .failure(.init(.noFolder, folder + [47])))
    #expect(TestFiles.contents(file.path) == "A")
  }

  @Test func manyFilesOfOneNameComeBackEach() throws {
    let path = files["a.jpg"]
    let changes = try (0..<5).map { number in
      try files.file("a.jpg", "\(number)")
      return try trash(path).0
    }
    for (number, change) in changes.enumerated().reversed() {
      _ = try undo(change).get()
      #expect(TestFiles.contents(path) == "\(number)")
      _ = path.withCPath { unlink($0) }
    }
  }

  @Test func ofHardLinksTheRightOneComesBack() throws {
    let one = try files.file("one.jpg", "A")
    let other = files["other.jpg"]
    #expect(one.withCPath { one in other.withCPath { link(one, $0) } } == 0)
    let changes = [try trash(one).0, try trash(other).0]
    #expect(files.names().isEmpty)
    #expect(try undo(changes[1]).get().appeared == other)
    #expect(files.names() == ["other.jpg"])
    #expect(try undo(changes[0]).get().appeared == one)
    #expect(files.names() == ["one.jpg", "other.jpg"])
  }

  @Test func linksGoThemselves() throws {
    let path = try files.file("a.jpg", "A")
    let link = files["link"]
    #expect(symlink("a.jpg", String(decoding: link, as: UTF8.self)) == 0)
    let (change, file) = try trash(link)
    #expect(files.names() == ["a.jpg"] && TestFiles.contents(file.path) == "-> a.jpg")
    _ = try undo(change).get()
    #expect(TestFiles.contents(link) == "-> a.jpg" && TestFiles.contents(path) == "A")
  }

  @Test(arguments: [40, 200, 244, 255]) func namesAreAnyBytes(count: Int) throws {
    let name = Array("a\n%".utf8) + [UInt8](repeating: 0xFF, count: count - 3)
    let path = try files.file(name, "A")
    let result = perform(.trash, path)
    // GLib before 2.78 can't write a `.trashinfo` for such a name: the file stays, and the error
    // says so.
    if case .failure(let error) = result {
      #expect(count > 244 && TestFiles.contents(path) == "A")
      #expect(error.kind == .noTrash("the name is too long"))
      #expect(error.sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
      return
    }
    #expect(files.names().isEmpty)
    #expect(try undo(try result.get()).get().appeared == path)
    #expect(TestFiles.contents(path) == "A")
  }

  @Test func whatIsReplacedGoesToTheTrash() throws {
    let folder = try files.subfolder("sub")
    let path = try files.file("a.jpg", "A")
    for action: FileRequest.Action in [.copy(into: folder), .move(into: folder)] {
      try files.file("a.jpg", "A")
      try files.file("sub/a.jpg", "old")
      let change = try perform(action, path, .replace).get()
      #expect(files.names(in: "sub") == ["a.jpg"])
      #expect(TestFiles.contents(files["sub/a.jpg"]) == "A")
      #expect(try undo(change).get().complaint == nil)
      #expect(TestFiles.contents(files["sub/a.jpg"]) == "old")
      #expect(TestFiles.contents(path) == "A")
      // With the trash emptied, undo restores as much as it can.
      let again = try perform(action, path, .replace).get()
      TestTrash.remove(try #require(again.displaced))
      #expect(try undo(again).get().complaint?.kind == .trashEmptied)
      #expect(TestFiles.contents(path) == "A" && files.names(in: "sub").isEmpty)
    }
  }

  @Test func theLastCopyGoesToTheTrash() throws {
    let folder = try files.subfolder("sub")
    let path = try files.file("a.jpg", "A")
    let change = try perform(.copy(into: folder), path).get()
    let gone = try perform(.delete, path).get()
    #expect(!gone.isUndoable)
    let before = TestFiles.names(in: (try #require(TestTrash.folder)) + Array("files".utf8)).count
    _ = try undo(change).get()
    #expect(files.names(in: "sub").isEmpty)
    let after = TestFiles.names(in: (try #require(TestTrash.folder)) + Array("files".utf8)).count
    #expect(after == before + 1)
  }
}

extension String {
  fileprivate func write(to path: [UInt8]) throws {
    let number = path.withCPath { creat($0, 0o600) }
    guard number >= 0 else { throw Errno.last("creat") }
    let file = FileDescriptor(adopting: number)
    try FileDescriptor.writeAll(Array(utf8)[...], to: file.number)
  }
}
