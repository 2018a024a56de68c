import CLinux
import Glibc
import Platform
import Testing

@testable import FileChanges

/// Renaming, copying, moving and deleting on one file system.
@Suite struct FileChangerTests {
  private let files: TestFiles
  private let target: [UInt8]

  init() throws {
    files = try TestFiles()
    target = try files.subfolder("sub")
  }

  @Test func renamingIsUndone() throws {
    let path = try files.file("a.jpg", "A")
    let change = try perform(.rename(to: Array("b.jpg".utf8)), path).get()
    #expect(change.disappeared == path && change.appeared == files["b.jpg"])
    #expect(files.names() == ["b.jpg", "sub"])
    let undone = try undo(change).get()
    #expect(undone.disappeared == files["b.jpg"] && undone.appeared == path)
    #expect(TestFiles.contents(path) == "A")
  }

  @Test func aTakenNameIsACollision() throws {
    let path = try files.file("a.jpg", "A")
    try files.file("b.jpg", "B")
    let name = Array("b.jpg".utf8)
    let error = FileChangeError(.collision, files["b.jpg"])
    #expect(perform(.rename(to: name), path) == .failure(error))
    #expect(error.sentence == "there is already a file b.jpg")
    #expect(
      perform(.rename(to: Array("sub".utf8)), path) == .failure(.init(.folderInTheWay, target)))
    #expect(
      perform(.rename(to: Array("sub".utf8)), path, .replace).errorKind == .folderInTheWay)
    let change = try perform(.rename(to: name), path, .keepBoth).get()
    #expect(change.appeared == files["b (1).jpg"])
    #expect(TestFiles.contents(files["b.jpg"]) == "B")
    #expect(TestFiles.contents(files["b (1).jpg"]) == "A")
  }

  @Test func impossibleNamesChangeNothing() throws {
    let path = try files.file("a.jpg", "A")
    #expect(perform(.rename(to: []), path).errorKind == .emptyName)
    #expect(perform(.rename(to: Array("../x".utf8)), path).errorKind == .badName)
    #expect(perform(.rename(to: Array("a.jpg".utf8)), path).errorKind == .alreadyThere)
    #expect(files.names() == ["a.jpg", "sub"])
  }

  @Test func aMovedFileComesBackUnderAnotherNameIfItsOwnIsTaken() throws {
    let path = try files.file("a.jpg", "A")
    let change = try perform(.move(into: target), path).get()
    #expect(files.names() == ["sub"] && files.names(in: "sub") == ["a.jpg"])
    try files.file("a.jpg", "new")
    #expect(try undo(change).get().appeared == files["a (1).jpg"])
    #expect(TestFiles.contents(files["a (1).jpg"]) == "A" && TestFiles.contents(path) == "new")
    #expect(perform(.move(into: files.path), path).errorKind == .alreadyThere)
  }

  @Test func aChangedFileIsNotMovedBack() throws {
    let path = try files.file("a.jpg", "A")
    let change = try perform(.move(into: target), path).get()
    try files.file("sub/a.jpg", "written since")
    #expect(undo(change) == .failure(.init(.changed, files["sub/a.jpg"])))
    unlink(String(decoding: files["sub/a.jpg"], as: UTF8.self))
    #expect(undo(change) == .failure(.init(.gone, files["sub/a.jpg"])))
  }

  @Test func aCopyHasPermissionsTimesAndAttributes() throws {
    let text = String(repeating: "0123456789", count: 200_000)
    let path = try files.file("a.jpg", text)
    let name = String(decoding: path, as: UTF8.self)
    chmod(name, 0o640)
    let hasAttributes = setxattr(name, "user.fresnel", "value", 5, 0) == 0
    var times = [timespec(tv_sec: 1000, tv_nsec: 5), timespec(tv_sec: 1_000_000, tv_nsec: 7)]
    utimensat(AT_FDCWD, name, &times, 0)
    let change = try perform(.copy(into: target), path).get()
    #expect(change.appeared == files["sub/a.jpg"] && change.disappeared == nil)
    #expect(TestFiles.contents(path) == text && TestFiles.contents(files["sub/a.jpg"]) == text)
    let copy = name.replacingName("sub/a.jpg")
    var status = stat()
    #expect(stat(copy, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(status.st_mtim.tv_sec == 1_000_000 && status.st_mtim.tv_nsec == 7)
    var value = [UInt8](repeating: 0, count: 5)
    if hasAttributes {
      #expect(getxattr(copy, "user.fresnel", &value, 5) == 5)
      #expect(value == Array("value".utf8))
    }
    _ = try undo(change).get()
    #expect(files.names(in: "sub").isEmpty && TestFiles.contents(path) == text)
  }

  @Test func aCopyInItsOwnFolderGetsANumber() throws {
    let path = try files.file("a.jpg", "A")
    #expect(perform(.copy(into: files.path), path).errorKind == .collision)
    #expect(perform(.copy(into: files.path), path, .replace).errorKind == .alreadyThere)
    #expect(
      try perform(.copy(into: files.path), path, .keepBoth).get().appeared == files["a (1).jpg"])
    #expect(files.names() == ["a (1).jpg", "a.jpg", "sub"])
  }

  @Test func copyingIsCancelledWithoutATrace() throws {
    let path = try files.file("a.bin", String(repeating: "x", count: 3 << 20))
    let changer = FileChanger(isCancelled: { true })
    let result = perform(.copy(into: target), path, by: changer)
    // A file system that shares blocks copies instantly.
    if case .failure(let error) = result {
      #expect(error.kind == .cancelled && files.names(in: "sub").isEmpty)
    }
    #expect(files.names() == ["a.bin", "sub"])
  }

  @Test func deletingCannotBeUndone() throws {
    let path = try files.file("a.jpg", "A")
    let change = try perform(.delete, path).get()
    #expect(files.names() == ["sub"] && !change.isUndoable)
    #expect(undo(change) == .failure(.init(.deletedForGood, path)))
  }

  @Test func linksAreChangedThemselves() throws {
    let path = try files.file("a.jpg", "A")
    let link = files["link.jpg"]
    #expect(symlink("a.jpg", String(decoding: link, as: UTF8.self)) == 0)
    _ = try perform(.copy(into: target), link).get()
    #expect(TestFiles.contents(files["sub/link.jpg"]) == "-> a.jpg")
    _ = try perform(.rename(to: Array("other.jpg".utf8)), link).get()
    #expect(TestFiles.contents(files["other.jpg"]) == "-> a.jpg")
    _ = try perform(.delete, files["other.jpg"]).get()
    #expect(TestFiles.contents(path) == "A")
    // Also a dangling link.
    let dangling = files["dangling"]
    #expect(symlink("nothing", String(decoding: dangling, as: UTF8.self)) == 0)
    let change = try perform(.move(into: target), dangling).get()
    #expect(TestFiles.contents(files["sub/dangling"]) == "-> nothing")
    _ = try undo(change).get()
    #expect(TestFiles.contents(dangling) == "-> nothing")
  }

  @Test func ofHardLinksOnlyTheNamedOneChanges() throws {
    let path = try files.file("a.jpg", "A")
    let other = files["other.jpg"]
    #expect(path.withCPath { path in other.withCPath { link(path, $0) } } == 0)
    // Renaming a hard link to another link of the same file is a collision: the system call would
    // do nothing.
    #expect(perform(.rename(to: Array("other.jpg".utf8)), path).errorKind == .collision)
    let change = try perform(.move(into: target), path).get()
    #expect(files.names() == ["other.jpg", "sub"] && files.names(in: "sub") == ["a.jpg"])
    _ = try undo(change).get()
    // A copy is a separate file.
    _ = try perform(.copy(into: target), path).get()
    try files.file("sub/a.jpg", "changed")
    #expect(TestFiles.contents(path) == "A" && TestFiles.contents(other) == "A")
    _ = try perform(.delete, path).get()
    #expect(TestFiles.contents(other) == "A")
  }

  @Test(.enabled(if: getuid() != 0, "root may change every folder"))
  func aFolderWithoutPermissionStaysAsItIs() throws {
    let path = try files.file("sub/a.jpg", "A")
    let other = try files.file("b.jpg", "B")
    let name = String(decoding: target, as: UTF8.self)
    chmod(name, 0o555)
    defer { chmod(name, 0o755) }
    for action: FileRequest.Action in [
      .delete, .rename(to: Array("c".utf8)), .move(into: files.path),
    ] {
      #expect(perform(action, path).errorKind == .notAllowed)
    }
    // Without a trash on its device there is another reason.
    #expect(perform(.trash, path).errorKind != nil)
    for action: FileRequest.Action in [.copy(into: target), .move(into: target)] {
      #expect(perform(action, other).errorKind == .notAllowed)
    }
    #expect(files.names() == ["b.jpg", "sub"] && files.names(in: "sub") == ["a.jpg"])
    #expect(TestFiles.contents(path) == "A" && TestFiles.contents(other) == "B")
  }

  @Test func foldersPipesAndMissingFilesAreRefused() throws {
    let pipe = files["pipe"]
    #expect(mkfifo(String(decoding: pipe, as: UTF8.self), 0o600) == 0)
    for action: FileRequest.Action in [.trash, .delete, .rename(to: [65]), .copy(into: files.path)]
    {
      #expect(perform(action, target).errorKind == .noFile)
      #expect(perform(action, files["missing"]).errorKind == .gone)
    }
    #expect(perform(.copy(into: target), pipe).errorKind == .noFile)
    let path = try files.file("a", "A")
    for action: FileRequest.Action in [.copy(into: files["none"]), .move(into: files["none"])] {
      #expect(perform(action, path) == .failure(.init(.noFolder, files["none"])))
    }
    #expect(perform(.move(into: path), path).errorKind == .noFolder)
    #expect(files.names() == ["a", "pipe", "sub"])
  }

  /// 255 bytes that are not UTF-8, with a newline and characters that shells and terminals
  /// interpret.
  @Test func namesAreAnyBytes() throws {
    let name = Array("a\n\u{1B}[2J'\"$(x) ".utf8) + [UInt8](repeating: 0xFF, count: 255 - 13)
    #expect(name.count == 255)
    let path = try files.file(name, "A")
    let copy = try perform(.copy(into: target), path).get()
    #expect(TestFiles.names(in: target) == [name])
    _ = try undo(copy).get()
    let both = try perform(.copy(into: files.path), path, .keepBoth).get()
    #expect(both.appeared?.suffix(4) == Array(" (1)".utf8)[...])
    let change = try perform(.rename(to: Array(name.reversed())), path).get()
    #expect(TestFiles.contents(files.path + [47] + name.reversed()) == "A")
    _ = try undo(change).get()
    #expect(TestFiles.contents(path) == "A")
    let sentence = FileChangeError(.gone, path).sentence
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(perform(.rename(to: name + [65]), path).errorKind == .longName)
  }
}

extension String {
  /// The path of another name in the same folder.
  func replacingName(_ name: String) -> String {
    String(self[...(lastIndex(of: "/") ?? startIndex)]) + name
  }
}
