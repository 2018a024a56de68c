import Glibc
import Platform
import TestSupport
import Testing

@testable import GIOFiles

/// The desktop's list of recently used files.
@Suite(.enabled(if: (try? GIOLibrary.load()) != nil, "GIO is not installed"))
struct RecentListTests {
  let folder: TemporaryFolder
  let list: String

  init() throws {
    folder = try TemporaryFolder()
    list = folder["data/recently-used.xbel"]
  }

  private func update(_ paths: String...) throws {
    try GIORecentList.update(Array(list.utf8), to: paths.map { Array($0.utf8) })
  }

  private func text() throws -> String {
    String(decoding: try TemporaryFolder.contents(of: list), as: UTF8.self)
  }

  /// The addresses of a list's entries, in its order.
  private func addresses() throws -> [String] {
    try text().split(separator: "\"" as Character).map(String.init).filter {
      $0.hasPrefix("file:///")
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    _ = try? folder.folder("data")
    try folder.file("data/recently-used.xbel", bytes)
  }

  @Test func aFileIsAddedAsOtherProgramsDo() throws {
    let picture = try folder.picture(
      "a b.png", PixelGrid(size: .init(width: 1, height: 1), words: [0]))
    try update(picture)
    let text = try text()
    #expect(try addresses() == ["file://\(folder.path)/a%20b.png"])
    for part in [
      "<mime:mime-type type=\"image/png\"/>", "name=\"Fresnel\"",
      "exec=\"&apos;fresnel %u&apos;\"", "count=\"1\"", "added=\"20", "visited=\"20",
    ] {
      #expect(text.containsBytes(of: part), "\(part) in \(text)")
    }
    var status = stat()
    #expect(stat(list, &status) == 0 && status.st_mode & 0o777 == 0o600)
    try update(picture)
    #expect(try self.text().containsBytes(of: "count=\"2\""))
    #expect(try addresses().count == 1)
  }

  /// The viewer's own store says which files are recent.
  @Test func whatTheStoreHasForgottenIsRemoved() throws {
    try update("/a", "/x")
    try update("/b", "/a")
    #expect(try Set(addresses()) == ["file:///a", "file:///b"])
    try update("/c", "/b")
    #expect(try Set(addresses()) == ["file:///b", "file:///c"])
  }

  @Test func entriesOfOtherProgramsStay() throws {
    func entry(_ name: String, _ programs: String...) -> String {
      let applications = programs.map {
        "<bookmark:application name=\"\($0)\" exec=\"&apos;\($0) %u&apos;\" "
          + "modified=\"2020-01-01T00:00:00Z\" count=\"3\"/>"
      }
      return "<bookmark href=\"file:///\(name)\" added=\"2020-01-01T00:00:00Z\" "
        + "modified=\"2020-01-01T00:00:00Z\" visited=\"2020-01-01T00:00:00Z\"><info>"
        + "<metadata owner=\"http://freedesktop.org\"><mime:mime-type type=\"text/plain\"/>"
        + "<bookmark:applications>\(applications.joined())</bookmark:applications>"
        + "</metadata></info></bookmark>"
    }
    let head =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><xbel version=\"1.0\" "
      + "xmlns:bookmark=\"http://www.freedesktop.org/standards/desktop-bookmarks\" "
      + "xmlns:mime=\"http://www.freedesktop.org/standards/shared-mime-info\">"
    try write(
      Array(
        (head + entry("theirs.txt", "gedit") + entry("both.txt", "gedit", "Fresnel")
          + entry("ours.png", "Fresnel") + "</xbel>").utf8))
    try update("/new.png")
    #expect(
      try Set(addresses()) == ["file:///theirs.txt", "file:///both.txt", "file:///new.png"])
    let text = try text()
    #expect(text.ranges(ofBytes: "name=\"Fresnel\"") == 1, "\(text)")
    #expect(text.ranges(ofBytes: "name=\"gedit\"") == 2, "\(text)")
    #expect(text.ranges(ofBytes: "count=\"3\"") == 2, "\(text)")
  }

  @Test(arguments: [
    "", "no XML", "<xbel", "<xbel version=\"1.0\"><bookmark href=\"file:///a\">",
    "<?xml version=\"1.0\"?><html/>", "\u{0}\u{1}",
  ])
  func aDamagedListIsLeftAlone(text: String) throws {
    try write(Array(text.utf8))
    #expect(throws: GIOError.self) { try update("/a") }
    #expect(try self.text() == text)
  }

  /// A list of a TiB of zeros, which nothing could read.
  @Test func aHugeListIsLeftAlone() throws {
    try write([])
    try #require(truncate(list, 1 << 40) == 0)
    #expect(throws: GIOError.self) { try update("/a") }
    var status = stat()
    #expect(stat(list, &status) == 0 && status.st_size == 1 << 40)
  }

  @Test func aPipeOrAFolderIsLeftAlone() throws {
    _ = try? folder.folder("data")
    #expect(mkfifo(list, 0o600) == 0)
    #expect(throws: GIOError.self) { try update("/a") }
    unlink(list)
    #expect(mkdir(list, 0o700) == 0)
    #expect(throws: GIOError.self) { try update("/a") }
    rmdir(list)
  }

  @Test func namesAreAnyBytes() throws {
    let path: [UInt8] = [0x2F] + (1...255).filter { $0 != 0x2F }.map { UInt8($0) }
    try GIORecentList.update(Array(list.utf8), to: [path])
    try GIORecentList.update(Array(list.utf8), to: [path])
    #expect(try addresses().count == 1)
  }
}

extension String {
  /// The number of places of a text, which don't overlap.
  fileprivate func ranges(ofBytes part: String) -> Int {
    var count = 0
    var rest = Array(utf8)[...]
    let part = Array(part.utf8)
    while rest.count >= part.count {
      let isHere = rest.starts(with: part)
      count += isHere ? 1 : 0
      rest = rest.dropFirst(isHere ? part.count : 1)
    }
    return count
  }
}
