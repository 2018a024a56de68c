import Filters
import Glibc
import TestSupport
import Testing

@Suite struct LoadingTests {
  private func load(
    _ folder: TemporaryFolder, previous: FilterLibrary? = nil
  ) -> (library: FilterLibrary, problems: [FilterError]) {
    FilterLibrary.load(userFolder: Array(folder.path.utf8), previous: previous)
  }

  @Test func theUsersFiltersOverrideTheBuiltInOnes() throws {
    let folder = try TemporaryFolder()
    try folder.file("exposure.frag", Array(("//!DESC mine\n" + colorHook).utf8))
    try folder.file("zz-own.frag", Array(colorHook.utf8))
    for name in [".hidden.frag", "notes.txt", "zz-own.frag~", ".frag"] { try folder.file(name) }
    let (library, problems) = load(folder)
    #expect(problems == [])
    #expect(library.filters.count == FilterLibrary.builtIn.filters.count + 1)
    #expect(library.filter(named: "exposure")?.summary == "mine")
    #expect(
      library.filter(named: "zz-own")?.origin == .user(path: Array(folder["zz-own.frag"].utf8)))
  }

  @Test func theFolderNeedNotExist() throws {
    let folder = try TemporaryFolder()
    for path in [nil, folder["none"], folder["file"] + "/deeper"] {
      let (library, problems) = FilterLibrary.load(userFolder: path.map { Array($0.utf8) })
      #expect(library == .builtIn)
      #expect(problems == [])
    }
    let file = try folder.file("file")
    #expect(
      FilterLibrary.load(userFolder: Array(file.utf8)).problems
        == [FilterError(file: file, "this is not a folder")])
  }

  @Test func invalidFilesAreNamedAndTheOthersLoad() throws {
    let folder = try TemporaryFolder()
    try folder.file("good.frag", Array(colorHook.utf8))
    try folder.file("Bad Name.frag", Array(colorHook.utf8))
    try folder.file("broken.frag", Array("//!HOOK COLOR\n".utf8))
    try folder.folder("folder.frag")
    mkfifo(folder["pipe.frag"], 0o644)
    symlink("/dev/zero", folder["zero.frag"])
    symlink("nowhere", folder["dangling.frag"])
    symlink("good.frag", folder["link.frag"])
    try folder.file("ten.frag")
    truncate(folder["ten.frag"], 10 << 20)
    let (library, problems) = load(folder)
    #expect(library.filters.count == FilterLibrary.builtIn.filters.count + 2)
    #expect(library.filter(named: "link") != nil)
    #expect(
      problems.map { $0.description.dropFirst(folder.path.count + 1) } == [
        "Bad Name.frag: “Bad Name” can't be a filter's name: names consist of lower-case letters,"
          + " digits, - and _, and begin with a letter",
        "broken.frag:1: no function “vec4 filter_color(vec4 …)” is defined after this //!HOOK",
        "dangling.frag: there is no such file",
        "folder.frag: this is a folder, not a file",
        "pipe.frag: this is a pipe or a device, not a file",
        "ten.frag: the file is longer than 256 KiB",
        "zero.frag: this is a pipe or a device, not a file",
      ])
  }

  @Test func aBrokenFileKeepsItsLastGoodFilter() throws {
    let folder = try TemporaryFolder()
    try folder.file("exposure.frag", Array(("//!DESC mine\n" + colorHook).utf8))
    let good = load(folder).library
    try folder.file("exposure.frag", Array("oops".utf8))
    let (kept, problems) = load(folder, previous: good)
    #expect(kept == good)
    #expect(problems.count == 1)
    #expect(load(folder).library == .builtIn)
    #expect(load(folder, previous: .builtIn).library == .builtIn)
    unlink(folder["exposure.frag"])
    #expect(load(folder, previous: good).library == .builtIn)
  }

  @Test func theFolderFollowsTheEnvironment() {
    func path(_ variables: [String: String]) -> String? {
      FilterFolder.path { variables[$0].map { Array($0.utf8) } }
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/fresnel/filters")
    #expect(path(["XDG_CONFIG_HOME": "/c//"]) == "/c/fresnel/filters")
    #expect(path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == "/h/.config/fresnel/filters")
    #expect(path(["XDG_CONFIG_HOME": "", "HOME": "/h/"]) == "/h/.config/fresnel/filters")
    #expect(path(["HOME": "h"]) == nil)
    #expect(path([:]) == nil)
  }

  @Test func anyFileIsReadOrRefused() {
    let seed = freshSeed()
    var random = SeededNumbers(seed: seed)
    let lines = everyKind.split(separator: "\n", omittingEmptySubsequences: false).map {
      Array($0.utf8)
    }
    var refused = 0
    for _ in 0..<500 {
      var some = lines
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<some.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: some.remove(at: place)
        case 1: some.insert(some[Int.random(in: 0..<some.count, using: &random)], at: place)
        case 2: some.swapAt(place, Int.random(in: 0..<some.count, using: &random))
        default:
          let column = Int.random(in: 0...some[place].count, using: &random)
          some[place].insert(UInt8.random(in: 0...255, using: &random), at: column)
        }
      }
      if let problem = problem(Array(some.joined(separator: [UInt8(ascii: "\n")]))) {
        refused += 1
        #expect(problem.file == "test.frag" && !problem.sentence.isEmpty, "seed \(seed)")
      }
    }
    #expect(refused > 100, "seed \(seed)")
    for _ in 0..<200 {
      let count = Int.random(in: 0...300, using: &random)
      let noise = (0..<count).map { _ in UInt8.random(in: 0...127, using: &random) }
      _ = problem(noise)
      _ = problem(Array("//!HOOK COLOR\n".utf8) + noise)
    }
  }
}
