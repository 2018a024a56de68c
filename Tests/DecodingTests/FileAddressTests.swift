import Testing

@testable import Decoding

/// `file:` addresses, as browsers and file managers produce them.
struct FileAddressTests {
  private func path(_ address: String) throws(FileAddress.Problem) -> String {
    let path = try FileAddress.path(of: Array(address.utf8), computer: Array("Ada".utf8))
    return String(decoding: path, as: UTF8.self)
  }

  @Test(arguments: [
    ("file:///home/me/a%20b.png", "/home/me/a b.png"),
    ("file://localhost/a.png", "/a.png"), ("file://LOCALHOST/a.png", "/a.png"),
    ("file://ada/a.png", "/a.png"), ("FILE:///a.png", "/a.png"), ("file:/a.png", "/a.png"),
    ("file:///gr%C3%B6%c3%9fe.png", "/größe.png"), ("file:///größe.png", "/größe.png"),
    ("file:///100%25.png", "/100%.png"), ("file:///a+b.png", "/a+b.png"),
    ("file:///a%23b%3F.png", "/a#b?.png"), ("file:///a.pdf#page=2", "/a.pdf"),
    ("file:///a.png?raw", "/a.png"), ("file:///", "/"), ("file:///folder/", "/folder/"),
  ])
  func addressesGivePaths(address: String, expected: String) throws {
    #expect(try path(address) == expected)
    #expect(FileAddress.isAddress(Array(address.utf8)))
  }

  @Test func aPathSurvivesItsAddress() throws {
    let path = (1...255).map { UInt8($0) }
    let address = FileAddress.address(of: [UInt8(ascii: "/")] + path)
    #expect(address.allSatisfy { (0x21...0x7E).contains($0) })
    #expect(try FileAddress.path(of: address) == [UInt8(ascii: "/")] + path)
    #expect(
      FileAddress.address(of: Array("/a b#c.png".utf8)) == Array("file:///a%20b%23c.png".utf8))
  }

  @Test func bytesInInvalidUTF8AreKept() throws {
    let path = try FileAddress.path(of: Array("file:///f%FF".utf8) + [0xFE])
    #expect(path == Array("/f".utf8) + [0xFF, 0xFE])
  }

  @Test(arguments: ["file://elsewhere/a.png", "file://me@localhost/a", "file://localhost:80/a"])
  func aFileOnAnotherHostIsRefused(address: String) throws {
    let host = address.split(separator: "/")[1]
    #expect(throws: FileAddress.Problem.elsewhere(Array(host.utf8))) { _ = try path(address) }
  }

  @Test(arguments: ["file:///%", "file:///a%2", "file:///%zz", "file:///a%00b", "file:///a%2Fb"])
  func aBadEscapeIsRefused(address: String) throws {
    #expect(throws: FileAddress.Problem.escape) { _ = try path(address) }
  }

  @Test(arguments: ["file", "file:", "file:a.png", "files:///a", "a/file:///b", "http://a/"])
  func otherNamesAreNotAddresses(name: String) {
    #expect(!FileAddress.isAddress(Array(name.utf8)))
    #expect(FileAddress.path(ofName: Array(name.utf8)) == Array(name.utf8))
  }
}
