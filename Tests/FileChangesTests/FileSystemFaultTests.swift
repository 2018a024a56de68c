import Glibc
import Platform
import Testing

@testable import FileChanges

/// Full disks, read-only file systems, and disks with and without a trash.
@Suite(.serialized, .enabled(if: TestMount.isPossible, "\(TestMount.skipReason)"))
struct FileSystemFaultTests {
  private let files: TestFiles
  private let folder: [UInt8]

  init() throws {
    _ = TestTrash.isUsable
    files = try TestFiles()
    folder = try files.subfolder("disk")
  }

  private func mount(kibibytes: Int = 1024) throws -> TestMount {
    try TestMount(at: String(decoding: folder, as: UTF8.self), kibibytes: kibibytes)
  }

  @Test func aFullDiskLosesNothing() throws {
    let disk = try mount(kibibytes: 64)
    defer { withExtendedLifetime(disk) {} }
    let text = String(repeating: "x", count: 200_000)
    let path = try files.file("a.jpg", text)
    for action: FileRequest.Action in [.copy(into: folder), .move(into: folder)] {
      #expect(perform(action, path) == .failure(.init(.diskFull, path)))
      #expect(files.names(in: "disk").isEmpty)
    }
    #expect(TestFiles.contents(path) == text)
    let sentence = FileChangeError(.diskFull, path).sentence
    #expect(sentence == "there is no space left for a.jpg")
  }

  @Test func aReadOnlyFileSystemStaysAsItIs() throws {
    let disk = try mount()
    let path = try files.file("disk/a.jpg", "A")
    let other = try files.file("b.jpg", "B")
    try disk.makeReadOnly()
    for action: FileRequest.Action in [
      .delete, .rename(to: Array("c".utf8)), .move(into: files.path),
    ] {
      #expect(perform(action, path).errorKind == .readOnly)
    }
    for action: FileRequest.Action in [.copy(into: folder), .move(into: folder)] {
      #expect(perform(action, other).errorKind == .readOnly)
    }
    let result = perform(.trash, path)
    let hasNoTrash = if case .noTrash? = result.errorKind { true } else { false }
    #expect(hasNoTrash, "\(result)")
    #expect(files.names() == ["b.jpg", "disk"] && files.names(in: "disk") == ["a.jpg"])
    #expect(TestFiles.contents(path) == "A" && TestFiles.contents(other) == "B")
  }

  @Test(.enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
  func withoutATrashNothingIsDeleted() throws {
    let disk = try mount()
    defer { withExtendedLifetime(disk) {} }
    let path = try files.file("disk/a.jpg", "A")
    let result = perform(.trash, path)
    guard case .failure(let error) = result, case .noTrash = error.kind else {
      Issue.record("\(result)")
      return
    }
    #expect(TestFiles.contents(path) == "A")
    // The file that would be replaced is not lost either.
    let other = try files.file("a.jpg", "B")
    for action: FileRequest.Action in [.copy(into: folder), .move(into: folder)] {
      guard case .noTrash? = perform(action, other, .replace).errorKind else {
        Issue.record("replaced without a trash")
        return
      }
      #expect(TestFiles.contents(path) == "A" && TestFiles.contents(other) == "B")
      #expect(files.names(in: "disk") == ["a.jpg"])
    }
  }

  /// A disk with its own trash at its root.
  @Test(.enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
  func anotherDiskHasItsOwnTrash() throws {
    let image = String(decoding: files["image"], as: UTF8.self)
    guard
      let disk = try? TestMount(at: String(decoding: folder, as: UTF8.self), image: image)
    else { return }
    defer { withExtendedLifetime(disk) {} }
    try #require(folder.withCPath { path in mkdir(path.appending("/sub"), 0o755) } == 0)
    let path = try files.file("disk/sub/a.jpg", "A")
    let change = try perform(.trash, path).get()
    guard case .trashed(let file?) = change.kind else {
      Issue.record("not found in the trash: \(change)")
      return
    }
    #expect(file.path == files["disk/.Trash-\(getuid())/files/a.jpg"])
    #expect(TestTrash.note(of: file).contains("Path=sub/a.jpg"))
    #expect(try undo(change).get().appeared == path)
  }
}

extension UnsafePointer<CChar> {
  fileprivate func appending(_ text: String) -> String { String(cString: self) + text }
}
