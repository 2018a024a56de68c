import Platform
import TestSupport
import Testing

@testable import Viewer

/// The files that targets of drags may name, and those that hostile ones do.
@Suite struct DragDestinationTests {
  private static let name = "a-view.png"

  private func path(_ address: [UInt8]) throws(DragDestination.Refusal) -> [UInt8] {
    try DragDestination(
      address, offered: Array(Self.name.utf8), computer: Array("here".utf8)
    ).path
  }

  private func refusal(_ address: String) -> DragDestination.Refusal? {
    do throws(DragDestination.Refusal) {
      _ = try path(Array(address.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["file://", "file:", "file://localhost", "file://here", "FILE://Here"])
  func aFileOfThisComputerIsAccepted(start: String) throws {
    let found = try path(Array("\(start)/home/x%20y/\(Self.name)".utf8))
    #expect(found == Array("/home/x y/\(Self.name)".utf8))
  }

  @Test(arguments: [" (1)", "(2)", "-3", "_12", " 4", "5", " - 6"])
  func aNumberMayFollowTheName(number: String) throws {
    let wanted = "/x/a-view\(number).png"
    #expect(try path(Array("file://\(wanted)".utf8)) == Array(wanted.utf8))
  }

  @Test func aFolderMayHaveAnyName() throws {
    let found = try path(Array("file:///x/%FF.d/.hidden/\(Self.name)".utf8))
    #expect(found == Array("/x/".utf8) + [0xFF] + Array(".d/.hidden/\(Self.name)".utf8))
  }

  @Test(arguments: [
    "", "a-view.png", "/x/a-view.png", "http://here/a-view.png", "smb://here/x/a-view.png",
    "file://elsewhere/x/a-view.png", "file://here.example/x/a-view.png", "trash:///a-view.png",
  ])
  func otherPlacesAreOutOfReach(address: String) {
    #expect(refusal(address) == .unreachable)
  }

  @Test(arguments: [
    // Other names, which could be anything from a hidden file to a program.
    "other.png", ".a-view.png", ".bashrc", "a-view.jpg", "a-view.png.desktop", "a-view",
    "A-view.png", "a-view(x).png", "a-view ().png", "a-view123456789.png", "a-view 1.png.png",
    "a-view%FF.png",
    "a-view1.PNG", "xa-view.png", "a-view.png%0A", "a-view.png%00",
    // Other ways.
    "../a-view.png", "%2E%2E/a-view.png", "./a-view.png", "/a-view.png", "..%2Fa-view.png",
    "y%0Az/a-view.png", "a-view.png/", "a-view.png/.", "a-view.png?/../b", "%zz/a-view.png", "",
  ])
  func otherNamesAndWaysAreForbidden(end: String) {
    // A query is no part of the path.
    let isQuery = end.contains { $0 == "?" }
    #expect(refusal("file:///x/\(end)") == (isQuery ? nil : .forbidden))
  }

  @Test func longPathsAreForbidden() {
    let folder = String(repeating: "y/", count: 3000)
    #expect(refusal("file:///\(folder)\(Self.name)") == .forbidden)
    let leaf = String(repeating: "1", count: 250)
    #expect(refusal("file:///a-view\(leaf).png") == .forbidden)
  }

  @Test func anyBytesEndInAnOfferedNameOrNowhere() {
    var numbers = SeededNumbers()
    let parts = [
      "file://", "file:", "/", "//", "..", ".", "%2e", "%2F", "%00", "%", "here", "x", "a-view",
      ".png", " (1)", "1", "\n", "#", "?", "a-view.png",
    ].map { Array($0.utf8) }
    for _ in 0..<50_000 {
      var address = Array("file://".utf8)
      for _ in 0..<Int.random(in: 0..<8, using: &numbers) {
        address +=
          Int.random(in: 0..<6, using: &numbers) == 0
          ? [UInt8.random(in: 0...255, using: &numbers)]
          : parts.randomElement(using: &numbers) ?? []
      }
      guard let found = try? path(address) else { continue }
      let names = found.split(separator: UInt8(ascii: "/"))
      #expect(found.first == UInt8(ascii: "/"), "\(numbers.origin)")
      #expect(names.last?.starts(with: Array("a-view".utf8)) == true, "\(numbers.origin)")
      #expect(found.suffix(4) == Array(".png".utf8)[...], "\(numbers.origin)")
      #expect(!names.contains(Array("..".utf8)[...]), "\(numbers.origin)")
    }
  }

  // MARK: The offered name

  private func offered(_ path: [UInt8], _ origin: AlbumEntry.Origin = .named) -> [UInt8] {
    DragDestination.name(
      of: AlbumEntry(argument: 0, path: path, origin: origin), ending: "view")
  }

  @Test func theNameSaysWhatItIsOf() {
    func name(_ path: String, _ origin: AlbumEntry.Origin = .named) -> String {
      String(decoding: offered(Array(path.utf8), origin), as: UTF8.self)
    }
    #expect(name("/x/cat.jpg") == "cat-view.png")
    #expect(name("/x/.cat.jpg") == "cat-view.png", "it may not be hidden")
    #expect(name("http://h/pictures/cat.jpg", .address) == "cat-view.png")
    #expect(name("-", .standardInput) == "standard input-view.png")
    #expect(name("/x/...") == "picture-view.png")
    #expect(name("/") == "picture-view.png")
  }

  @Test func anyFilesNameGivesAPlainOne() {
    var numbers = SeededNumbers()
    for _ in 0..<5000 {
      let count = Int.random(in: 1...255, using: &numbers)
      let path = (0..<count).map { _ in UInt8.random(in: 1...255, using: &numbers) }
      let name = offered(path)
      #expect(String(validating: name, as: UTF8.self) != nil, "\(numbers.origin)")
      #expect(name.count <= 255 && name.first != UInt8(ascii: "."), "\(numbers.origin)")
      #expect(!name.contains(UInt8(ascii: "/")), "\(numbers.origin)")
      let address = Array("file:///x/".utf8) + name.flatMap(Self.escaped)
      let found = try? DragDestination(address, offered: name)
      #expect(found?.path == Array("/x/".utf8) + name, "\(numbers.origin)")
    }
  }

  private static func escaped(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
