import Glibc
import Platform

/// The order of names in GTK's file managers: GLib's collation in the user's language.
///
/// GLib is loaded when the first folder is listed, on that thread: for a single file it is needed
/// only after the first picture. Keys are computed with a thread-local locale, which leaves other
/// categories and other threads unchanged.
final class NameCollation: Sendable {
  private typealias KeyFunction =
    @convention(c) (UnsafePointer<CChar>, Int) -> UnsafeMutablePointer<
      CChar
    >?
  private typealias FreeFunction = @convention(c) (UnsafeMutableRawPointer?) -> Void

  private let makeKey: KeyFunction
  private let free: FreeFunction
  /// Never changed or freed, so any thread may use it.
  private nonisolated(unsafe) let locale: locale_t

  /// Creates the collation of a locale by its name; an empty name means the environment's.
  ///
  /// `nil` without GLib. If the system lacks the locale, names are ordered by code point.
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

  /// Calls `body` with a function that appends a name's sort key to an array; keys are compared
  /// bytewise.
  func withKeys<Result>(
    _ body: (_ append: (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void) -> Result
  ) -> Result {
    let before = uselocale(locale)
    defer { uselocale(before) }
    return body { name, keys in
      // Invalid UTF-8 is compared in the form that is displayed.
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

enum NameOrder: Sendable {
  /// Numbers by value and letters without case, in any language.
  case natural
  /// As in file managers.
  case collated(NameCollation)

  /// As in file managers, in the user's language; loaded on first use.
  static let fileManagers: NameOrder = NameCollation().map { .collated($0) } ?? .natural
}
