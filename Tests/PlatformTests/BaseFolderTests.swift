import Platform
import Testing

@Suite struct BaseFolderTests {
  private func path(_ folder: BaseFolder, _ variables: [String: String]) -> String? {
    folder.path { variables[$0].map { Array($0.utf8) } }.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func eachFolderHasItsVariableAndItsDefault() {
    for (folder, name, usual) in [
      (BaseFolder.cache, "XDG_CACHE_HOME", "/h/.cache"),
      (.configuration, "XDG_CONFIG_HOME", "/h/.config"),
      (.state, "XDG_STATE_HOME", "/h/.local/state"),
    ] {
      #expect(path(folder, [name: "/own//", "HOME": "/h"]) == "/own")
      #expect(path(folder, ["HOME": "/h/"]) == usual)
      for relative in ["", "own", "own\0/"] {
        #expect(path(folder, [name: relative, "HOME": "/h"]) == usual)
        #expect(path(folder, [name: "/own", "HOME": relative]) == "/own")
        #expect(path(folder, ["HOME": relative]) == nil)
      }
      #expect(path(folder, [name: "/own\0/"]) == nil)
    }
  }
}
