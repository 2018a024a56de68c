import Glibc
import Platform
import Testing

@testable import FileChanges

/// Files that get their names when they are complete, on file systems with and without files that
/// have none.
@Suite(.enabled(if: TestFiles.hasOtherDevice, "/dev/shm is no device of its own"))
struct NewFileTests {
  private let files: TestFiles

  init() throws { files = try TestFiles(in: "/dev/shm") }

  private func write(_ text: String, to file: borrowing NewFile) throws {
    try FileDescriptor.writeAll(Array(text.utf8)[...], to: file.number)
  }

  private func error(of body: () throws(Errno) -> Void) -> Int32? {
    do throws(Errno) { try body() } catch { return error.code }
    return nil
  }

  @Test(arguments: [false, true]) func aFileIsNamedOnceItIsComplete(needsName: Bool) throws {
    try files.file("taken", "old")
    let file = try NewFile(in: files.path, needsName: needsName)
    try write("new", to: file)
    #expect(files.names().count == (needsName ? 2 : 1), "a kill leaves nothing")
    #expect(error { () throws(Errno) in try file.name(files["taken"]) } == EEXIST)
    #expect(TestFiles.contents(files["taken"]) == "old")
    #expect(error { () throws(Errno) in try file.name(files["none/a"]) } == ENOENT)
    try file.name(files["free"])
    #expect(files.names() == ["free", "taken"])
    #expect(TestFiles.contents(files["free"]) == "new")
  }

  @Test(arguments: [false, true]) func aFileTakesThePlaceOfAnother(needsName: Bool) throws {
    try files.file("taken", "old")
    try files.subfolder("folder")
    let file = try NewFile(in: files.path, needsName: needsName)
    try write("new", to: file)
    #expect(error { () throws(Errno) in try file.replace(files["folder"]) } == EISDIR)
    #expect(files.names() == ["folder", "taken"], "nothing is left of it")
    let other = try NewFile(in: files.path, needsName: needsName)
    try write("new", to: other)
    try other.replace(files["taken"])
    #expect(files.names() == ["folder", "taken"])
    #expect(TestFiles.contents(files["taken"]) == "new")
  }

  @Test(arguments: [false, true]) func whatIsNotNamedDisappears(needsName: Bool) throws {
    do {
      let file = try NewFile(in: files.path, needsName: needsName)
      try write("new", to: file)
    }
    #expect(files.names().isEmpty)
    let folder = files["none"]
    let result = Result { () throws(FileChangeError) in
      _ = try NewFile(in: folder, needsName: needsName)
    }
    #expect(result.errorKind == .noFolder)
  }
}
