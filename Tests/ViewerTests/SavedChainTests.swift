import Glibc
import Platform
import Testing

@testable import Viewer

@Suite struct SavedChainTests {
  private func path(_ variables: [String: String]) -> String? {
    SavedChain.path { variables[$0].map { Array($0.utf8) } }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func theStateFolderFollowsTheSpecification() {
    #expect(path(["XDG_STATE_HOME": "/state", "HOME": "/home/a"]) == "/state/fresnel/filters")
    #expect(path(["HOME": "/home/a"]) == "/home/a/.local/state/fresnel/filters")
    #expect(
      path(["XDG_STATE_HOME": "here", "HOME": "/home/a"]) == "/home/a/.local/state/fresnel/filters")
    #expect(path(["HOME": ""]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func theChainRoundTrips() throws {
    let folder = try AlbumTestFolder()
    let path = folder["state/fresnel/filters"]
    defer {
      SavedChain.remove(path)
      for name in ["state/fresnel", "state"] { _ = folder[name].withCPath { rmdir($0) } }
    }
    #expect(SavedChain.read(path) == nil)
    // Missing folders are created.
    try SavedChain.write("exposure(stops=1)", to: path)
    #expect(SavedChain.read(path) == "exposure(stops=1)")
    try SavedChain.write("", to: path)
    #expect(SavedChain.read(path) == "")
    SavedChain.remove(path)
    #expect(SavedChain.read(path) == nil)
  }

  @Test func anUnwritableFolderIsReported() {
    #expect(throws: Errno.self) {
      try SavedChain.write("invert", to: Array("/proc/self/none/filters".utf8))
    }
  }

  @Test func otherKindsOfFilesDoNotBlock() throws {
    let folder = try AlbumTestFolder()
    let pipe = try folder.pipe("filters")
    #expect(SavedChain.read(pipe) == "")
    #expect(SavedChain.read(try folder.folder("folder")) == nil)
  }
}
