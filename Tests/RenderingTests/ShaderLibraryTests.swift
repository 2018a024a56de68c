import Glibc
import ShaderLibrary
import Testing

struct ShaderLibraryTests {
  @Test func theTableListsEveryShaderFile() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = try #require(opendir("/\(root)/Shaders"))
    defer { closedir(folder) }
    var names: Set<String> = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".vert") || name.hasSuffix(".frag") { names.insert(name) }
    }
    #expect(names == Set(ShaderLibrary.files.keys))
    #expect(ShaderLibrary.files.values.allSatisfy { !$0.isEmpty })
  }
}
