import Glibc
import TestSupport
import Testing

@testable import Viewer

/// The contents of a folder, for the completion of a path.
@Suite struct PathListingTests {
  @Test func foldersComeFirstAndHiddenNamesLast() throws {
    let folder = try TemporaryFolder()
    for name in ["b", "a", ".git"] { try folder.folder(name) }
    for name in ["z10.png", "z9.png", ".x"] { try folder.file(name) }
    try folder.link(to: folder["b"], as: "link")
    try folder.link(to: "/nowhere", as: "broken")
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let listing = PathListing(of: Array(folder.path.utf8))
    let names = listing.names.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(names == ["a", "b", "link", "z9.png", "z10.png", ".git", ".x"])
    #expect(listing.names.map(\.isFolder) == [true, true, true, false, false, true, false])
    #expect(listing.problem == nil && !listing.isCut)
  }

  @Test(arguments: ["/nowhere", "/etc/passwd"])
  func whatIsNoFolderSaysWhy(path: String) {
    let listing = PathListing(of: Array(path.utf8))
    #expect(listing.names.isEmpty)
    #expect(
      listing.problem == (path == "/nowhere" ? "No such file or directory" : "Not a directory"))
  }

  @Test func aHugeFolderIsCut() throws {
    let folder = try TemporaryFolder()
    for number in 0..<10_050 { try folder.file("\(number)") }
    let listing = PathListing(of: Array(folder.path.utf8))
    #expect(listing.isCut && listing.names.count == 10_000)
  }
}
