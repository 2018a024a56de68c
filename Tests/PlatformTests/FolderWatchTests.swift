import Glibc
import Platform
import Testing

@Suite struct FolderWatchTests {
  @Test func changesArriveInOrder() throws {
    let folder = try Folder()
    let watch = try FolderWatch()
    let number = try watch.watch(Array(folder.path.utf8))
    #expect(watch.takeChanges().isEmpty)
    folder.write("a")
    rename(folder.path + "/a", folder.path + "/b")
    unlink(folder.path + "/b")
    let changes = watch.takeChanges()
    #expect(changes.allSatisfy { $0.folder == number })
    #expect(changes.map(\.kind) == [.created, .written, .movedFrom, .movedTo, .deleted])
    #expect(changes[2].cookie != 0 && changes[2].cookie == changes[3].cookie)
    #expect(changes.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "a", "a", "b", "b"])
  }

  @Test func aFolderHasOneNumberAndCanBeUnwatched() throws {
    let folder = try Folder()
    let watch = try FolderWatch()
    let number = try watch.watch(Array(folder.path.utf8))
    #expect(try watch.watch(Array((folder.path + "/.").utf8)) == number)
    watch.unwatch(number)
    watch.unwatch(number)
    folder.write("a")
    #expect(watch.takeChanges().isEmpty)
  }

  @Test func eachWriteIsReportedOnRequest() throws {
    let folder = try Folder()
    let watch = try FolderWatch()
    let number = try watch.watch(Array(folder.path.utf8), seesWriting: true)
    let file = creat(folder.path + "/a", 0o644)
    #expect(write(file, "x", 1) == 1)
    #expect(watch.takeChanges().map(\.kind) == [.created, .modified])
    #expect(try watch.watch(Array(folder.path.utf8)) == number)
    #expect(write(file, "x", 1) == 1)
    close(file)
    #expect(watch.takeChanges().map(\.kind) == [.written])
  }

  @Test func aFloodOverflowsAndEnds() throws {
    let folder = try Folder()
    let watch = try FolderWatch()
    _ = try watch.watch(Array(folder.path.utf8))
    // Each round is two changes that differ from the ones before, which the kernel would merge.
    for _ in 0..<20_000 {
      rename(folder.path + "/b", folder.path + "/a")
      folder.write("a")
      rename(folder.path + "/a", folder.path + "/b")
    }
    let changes = watch.takeChanges()
    #expect(changes.last == FolderWatch.Change(folder: -1, kind: .overflow, name: []))
    #expect(watch.takeChanges().isEmpty)
    unlink(folder.path + "/b")
  }

  @Test func theEndOfAFolderIsReported() throws {
    let folder = try Folder()
    let watch = try FolderWatch()
    let number = try watch.watch(Array(folder.path.utf8))
    folder.remove()
    #expect(watch.takeChanges() == [.init(folder: number, kind: .folderGone, name: [])])
  }

  @Test func onlyFoldersAreWatched() throws {
    let watch = try FolderWatch()
    #expect(throws: Errno(code: ENOENT, call: "")) { try watch.watch(Array("/nowhere".utf8)) }
    #expect(throws: Errno(code: ENOTDIR, call: "")) { try watch.watch(Array("/dev/null".utf8)) }
  }
}

/// A folder that is removed after the test.
private final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/fresnel-watch-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.last("mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { remove() }

  func write(_ name: String) {
    let number = creat(path + "/" + name, 0o644)
    if number >= 0 { close(number) }
  }

  func remove() {
    unlink(path + "/a")
    rmdir(path)
  }
}
