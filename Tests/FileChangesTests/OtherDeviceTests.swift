import Glibc
import Platform
import TestSupport
import Testing

@testable import FileChanges

/// Copying and moving to another device, where nothing can be renamed.
@Suite(.enabled(if: TestFiles.hasOtherDevice, "/dev/shm is no device of its own"))
struct OtherDeviceTests {
  private let files: TestFiles
  private let other: TestFiles
  /// The size of a file that is copied in several pieces, in bytes.
  private let size = 40 << 20

  init() throws {
    _ = TestTrash.isUsable
    files = try TestFiles()
    other = try TestFiles(in: "/dev/shm")
  }

  @Test func movingAcrossDevicesIsUndone() throws {
    let path = try files.file("a.jpg", "A")
    let change = try perform(.move(into: other.path), path).get()
    #expect(files.names() == [] && TestFiles.contents(other["a.jpg"]) == "A")
    #expect(try undo(change).get().appeared == path)
    #expect(TestFiles.contents(path) == "A" && other.names() == [])
    let link = files["link"]
    #expect(symlink("a.jpg", String(decoding: link, as: UTF8.self)) == 0)
    _ = try perform(.move(into: other.path), link).get()
    #expect(TestFiles.contents(other["link"]) == "-> a.jpg")
    let both = try perform(.copy(into: other.path), path).get()
    #expect(
      try perform(.move(into: other.path), path, .keepBoth).get().appeared == other["a (1).jpg"])
    // The original no longer exists, and there is no trash, so the copy stays.
    guard case .noTrash? = undo(both).errorKind else {
      Issue.record("the last copy was deleted")
      return
    }
    #expect(TestFiles.contents(other["a.jpg"]) == "A")
  }

  @Test func aLargeFileIsCopiedInPieces() throws {
    let path = try files.file("a.bin", String(repeating: "0123456789abcdef", count: size / 16))
    var fractions: [Double] = []
    let changer = FileChanger(report: { fractions.append($0) })
    _ = try perform(.move(into: other.path), path, by: changer).get()
    #expect(fractions.count > 2 && fractions == fractions.sorted())
    #expect(fractions.allSatisfy { (0...1).contains($0) })
    let copy = try TemporaryFolder.contents(of: String(decoding: other["a.bin"], as: UTF8.self))
    #expect(copy == Array(repeatElement(Array("0123456789abcdef".utf8), count: size / 16).joined()))
    #expect(files.names() == [])
  }

  /// A kill leaves nothing behind.
  @Test func anIncompleteCopyHasNoName() throws {
    let path = try files.file("a.bin", String(repeating: "x", count: size))
    var names: Set<[String]> = []
    let changer = FileChanger(report: { _ in names.insert(other.names()) })
    _ = try perform(.copy(into: other.path), path, by: changer).get()
    #expect(names == [[]] && other.names() == ["a.bin"])
  }

  @Test func cancellingLeavesEverythingAsItWas() throws {
    let path = try files.file("a.bin", String(repeating: "x", count: size))
    for action: FileRequest.Action in [.copy(into: other.path), .move(into: other.path)] {
      var isCancelled = false
      let changer = FileChanger(isCancelled: { isCancelled }) { isCancelled = $0 > 0 }
      #expect(perform(action, path, by: changer) == .failure(.init(.cancelled, path)))
      #expect(other.names() == [] && files.names() == ["a.bin"])
    }
  }

  /// Data that another program writes meanwhile is not lost with the original, however long it goes
  /// on.
  @Test func aFileThatChangesWhileItIsCopiedStays() throws {
    let path = try files.file("a.bin", String(repeating: "x", count: size))
    let changer = FileChanger(report: { fraction in
      guard fraction > 0 else { return }
      let number = path.withCPath { open($0, O_WRONLY | O_APPEND | O_CLOEXEC) }
      guard number >= 0 else { return }
      let file = FileDescriptor(adopting: number)
      try? FileDescriptor.writeAll([1, 2, 3], to: file.number)
    })
    for action: FileRequest.Action in [.copy(into: other.path), .move(into: other.path)] {
      #expect(perform(action, path, by: changer) == .failure(.init(.changed, path)))
      #expect(other.names() == [] && files.names() == ["a.bin"])
    }
  }
}
