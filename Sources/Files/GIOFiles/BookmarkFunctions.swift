import Glibc
import Platform

/// GLib's functions for lists of bookmarks.
struct BookmarkFunctions {
  typealias Object = GIOLibrary.Object
  typealias Text = UnsafePointer<CChar>
  typealias Failure = UnsafeMutablePointer<Object?>?

  let library: GIOLibrary
  /// `g_bookmark_file_new`.
  let create: @convention(c) () -> Object?
  /// `g_bookmark_file_free`.
  let destroy: @convention(c) (Object?) -> Void
  /// `g_bookmark_file_load_from_data`.
  let load: @convention(c) (Object?, UnsafePointer<UInt8>, Int, Failure) -> Int32
  /// `g_bookmark_file_set_mime_type`.
  let setType: @convention(c) (Object?, Text, Text) -> Void
  /// `g_bookmark_file_add_application`.
  let add: @convention(c) (Object?, Text, Text, Text) -> Void
  /// `g_bookmark_file_set_visited`; −1 is now.
  let setVisited: @convention(c) (Object?, Text, Int) -> Void
  private let allAddresses: @convention(c) (Object?, UnsafeMutablePointer<Int>) -> Object?
  private let programs:
    @convention(c) (Object?, Text, UnsafeMutablePointer<Int>, Failure) -> Object?
  private let removeProgram: @convention(c) (Object?, Text, Text, Failure) -> Int32
  private let removeItem: @convention(c) (Object?, Text, Failure) -> Int32
  private let data: @convention(c) (Object?, UnsafeMutablePointer<Int>, Failure) -> Object?
  private let writeFile: @convention(c) (Text, Object?, Int, UInt32, Int32, Failure) -> Int32
  private let makeFolders: @convention(c) (Text, Int32) -> Int32
  private let freeTexts: @convention(c) (Object?) -> Void
  private let free: @convention(c) (Object?) -> Void

  init() throws(GIOError) {
    library = try GIOLibrary.load()
    create = try library.function("g_bookmark_file_new")
    destroy = try library.function("g_bookmark_file_free")
    load = try library.function("g_bookmark_file_load_from_data")
    setType = try library.function("g_bookmark_file_set_mime_type")
    add = try library.function("g_bookmark_file_add_application")
    setVisited = try library.function("g_bookmark_file_set_visited")
    allAddresses = try library.function("g_bookmark_file_get_uris")
    programs = try library.function("g_bookmark_file_get_applications")
    removeProgram = try library.function("g_bookmark_file_remove_application")
    removeItem = try library.function("g_bookmark_file_remove_item")
    data = try library.function("g_bookmark_file_to_data")
    writeFile = try library.function("g_file_set_contents_full")
    makeFolders = try library.function("g_mkdir_with_parents")
    freeTexts = try library.function("g_strfreev")
    free = try library.function("g_free")
  }

  /// Returns a file's address.
  func address(of path: [UInt8]) throws(GIOError) -> String {
    let address = try library.address(of: path)
    defer { free(address) }
    return String(cString: address.assumingMemoryBound(to: CChar.self))
  }

  /// Returns the addresses of all entries.
  func addresses(in bookmarks: Object) -> [String] {
    var count = 0
    return takeTexts(allAddresses(bookmarks, &count), count: count)
  }

  /// Removes a program from an entry that has it, and the entry if it has no other.
  func remove(_ program: String, from address: String, in bookmarks: Object) {
    var count = 0
    let others = takeTexts(programs(bookmarks, address, &count, nil), count: count)
    guard others.contains(program) else { return }
    if others.count == 1 {
      _ = removeItem(bookmarks, address, nil)
    } else {
      _ = removeProgram(bookmarks, address, program, nil)
    }
  }

  /// Replaces a list's file in one step; only the user can read it.
  func write(_ bookmarks: Object, to list: [UInt8]) throws(GIOError) {
    var failure: Object?
    var count = 0
    guard let bytes = data(bookmarks, &count, &failure) else { throw library.error(failure) }
    defer { free(bytes) }
    let folder = Array(list[..<(list.lastIndex(of: UInt8(ascii: "/")) ?? 0)])
    _ = folder.withCPath { makeFolders($0, 0o700) }
    // `G_FILE_SET_CONTENTS_CONSISTENT`.
    let isWritten = list.withCPath { writeFile($0, bytes, count, 1, 0o600, &failure) }
    if isWritten == 0 { throw library.error(failure) }
  }

  /// Returns the texts of a list, and frees it.
  private func takeTexts(_ list: Object?, count: Int) -> [String] {
    guard let list else { return [] }
    defer { freeTexts(list) }
    let texts = list.assumingMemoryBound(to: Text?.self)
    return (0..<count).compactMap { texts[$0].map { String(cString: $0) } }
  }
}
