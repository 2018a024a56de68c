import Glibc
import TestSupport
import Testing

@testable import Viewer

/// Names in the order of GTK's file managers.
@Suite(.serialized) struct NameCollationTests {
  private static let locales = ["C.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8"]

  private static func isInstalled(_ locale: String) -> Bool {
    guard let made = newlocale(1 << LC_COLLATE, locale, nil) else { return false }
    freelocale(made)
    return true
  }

  private func sorted(_ names: [String], _ locale: String) throws -> [String] {
    var list = NameList(order: .collated(try #require(NameCollation(locale: locale))))
    // Names arrive in several parts, as from a folder, some of them twice.
    list.merge(names.prefix(names.count / 3).map { Array($0.utf8) })
    list.merge(names.map { Array($0.utf8) })
    return (0..<list.count).map { String(decoding: list[$0], as: UTF8.self) }
  }

  @Test func namesSortAsInAFileManager() throws {
    let names = ["foo-1.png", "foo.png", "foo10.png", "foo2.png", "foo 3.png", "foo_1.png"]
    #expect(
      try sorted(names, "C.UTF-8")
        == ["foo.png", "foo2.png", "foo10.png", "foo 3.png", "foo-1.png", "foo_1.png"])
  }

  @Test(.enabled(if: isInstalled("de_DE.UTF-8"), "the locale de_DE.UTF-8 is not installed"))
  func lettersSortByTheLanguage() throws {
    let names = ["zebra", "äpfel", "apfel", "Apfel", "birne", "Österreich", "orange", "ß", "st"]
    #expect(
      try sorted(names, "de_DE.UTF-8")
        == ["apfel", "Apfel", "äpfel", "birne", "orange", "Österreich", "ß", "st", "zebra"])
  }

  /// Compared with GLib itself, in a program that has set its locale.
  @Test(arguments: locales) func theOrderEqualsGLibs(locale: String) throws {
    guard Self.isInstalled(locale) else {
      print("skipped: the locale \(locale) is not installed")
      return
    }
    var random = SeededNumbers()
    print(random.origin)
    let names = Array(Set((0..<10_000).map { _ in name(&random) }))
    let before = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? "C"
    setlocale(LC_COLLATE, locale)
    defer { setlocale(LC_COLLATE, before) }
    let keys = try glibsKeys(names)
    let expected = names.indices.sorted {
      keys[$0] != keys[$1]
        ? keys[$0].lexicographicallyPrecedes(keys[$1])
        : names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8)
    }
    #expect(try sorted(names, locale) == expected.map { names[$0] }, "\(random.origin)")
  }

  private func glibsKeys(_ names: [String]) throws -> [[UInt8]] {
    let library = try #require(dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL))
    let symbol = try #require(dlsym(library, "g_utf8_collate_key_for_filename"))
    typealias Function = @convention(c) (UnsafePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?
    let function = unsafeBitCast(symbol, to: Function.self)
    return try names.map { name in
      let key = try #require(function(name, -1))
      defer { free(key) }
      return Array(UnsafeRawBufferPointer(start: key, count: strlen(key)))
    }
  }

  private func name(_ random: inout SeededNumbers) -> String {
    let pieces = [
      "a", "A", "b", "foo", "Foo", "IMG_", "ä", "Ä", "a\u{308}", "ö", "ß", "é", "z", "日", "本",
      "写真", "あ", "ア", "ｱ", "ガ", "ﬁ", "-", "_", " ", ".", "..", "(", ")", "!", "0", "00", "1", "7",
      "10", "007", "100", "12345678901234567890", ":", "+", "~", "😀", "\u{200D}", "Ω", "İ",
    ]
    let count = Int.random(in: 1...6, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + [".png", ".jpg", ""][Int.random(in: 0..<3, using: &random)]
  }

  @Test func invalidUTF8HasItsPlace() throws {
    var list = NameList(order: .collated(try #require(NameCollation(locale: "C.UTF-8"))))
    let names: [[UInt8]] = [[0x66, 0xFF], [0x66, 0xFE], [0x66], [0xC3], Array("größe".utf8)]
    list.merge(names)
    #expect(list.count == names.count)
    for name in names { #expect(list.index(of: name).map { list[$0] } == name) }
    list.remove([0x66])
    #expect(list.index(of: [0x66]) == nil && list.count == names.count - 1)
    let place = list.insertionIndex(of: [0x66])
    list.insert([0x66])
    #expect(list.index(of: [0x66]) == place)
    for index in 0..<list.count { #expect(list.index(of: list[index]) == index) }
  }
}
