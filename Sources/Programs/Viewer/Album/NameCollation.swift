import Glibc
import Platform

/// The order of names that GTK's file managers have: GLib's, by the rules of the user's language.
///
/// GLib is loaded when the first folder is listed, on that thread: a program that shows a file
/// needs it after its first picture only. The keys are computed with a locale of their own, so that
/// no other category, and no other thread, has another than before.
final class NameCollation: Sendable {
  private typealias KeyFunction =
    @convention(c) (UnsafePointer<CChar>, Int) -> UnsafeMutablePointer<
      CChar
    >?
  private typealias FreeFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let makeKey: KeyFunction
  private let free: FreeFunction
  /// Never changed, and kept as long as the program runs: any thread may use it.
  private nonisolated(unsafe) let locale: locale_t

  /// The order of a locale by its name; an empty one is the environment's.
  ///
  /// Without GLib it is `nil`.
  /// Where the system lacks the locale, names stand by their characters' numbers.
  init?(locale name: String = "") {
    guard let library = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL),
      let key = dlsym(library, "g_utf8_collate_key_for_filename"),
      let free = dlsym(library, "g_free"),
      let locale = newlocale(1 << LC_COLLATE, name, nil) ?? newlocale(1 << LC_COLLATE, "C", nil)
    else { return nil }
    makeKey = unsafeBitCast(key, to: KeyFunction.self)
    self.free = unsafeBitCast(free, to: FreeFunction.self)
    self.locale = locale
  }

  /// Calls `body` with a function that appends the key of a name to bytes: keys are in the order of
  /// their bytes.
  func withKeys<Result>(
    _ body: (_ append: (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void) -> Result
  ) -> Result {
    let before = uselocale(locale)
    defer { uselocale(before) }
    return body { name, keys in
      // What is no text is compared by what people are shown of it.
      var text = String(decoding: name, as: UTF8.self)
      text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          guard let start = characters.baseAddress,
            let key = makeKey(start, characters.count)
          else { return }
          let count = strlen(key)
          keys.append(contentsOf: UnsafeRawBufferPointer(start: key, count: count))
          self.free(key)
        }
      }
    }
  }
}

/// The order in which a list of names stands.
enum NameOrder: Sendable {
  /// Numbers by value, and letters without their case, whatever the language.
  case natural
  /// As file managers have it.
  case collated(NameCollation)

  /// As file managers have it, in the user's language; loaded when it is asked for first.
  static let fileManagers: NameOrder = NameCollation().map { .collated($0) } ?? .natural
}
