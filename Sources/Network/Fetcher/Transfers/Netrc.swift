import DecoderProtocol
import Glibc
import Platform

/// Names and passwords of the user's `.netrc`, by host.
///
/// `default` entries are left out: they would give a password to any host. Macros are passed over.
struct Netrc {
  private var entries: [String: Credentials] = [:]

  /// What a text says; what makes no sense in it is passed over.
  init(_ text: String) {
    var words = Words(text)
    var host: String?
    var credentials = Credentials(name: "", password: "")
    while let word = words.next(isKeyword: true) {
      switch word {
      case "machine":
        note(credentials, for: host)
        host = words.next()?.lowercased()
        credentials = Credentials(name: "", password: "")
      case "default":
        note(credentials, for: host)
        host = nil
      case "login": credentials.name = words.next() ?? ""
      case "password": credentials.password = words.next() ?? ""
      case "account": _ = words.next()
      case "macdef": words.passMacro()
      default: break
      }
    }
    note(credentials, for: host)
  }

  /// What a file says, read from its beginning; nothing where it can't be read.
  init(file: borrowing FileDescriptor) {
    let bytes = try? FileDescriptor.readAll(file.number, limit: FetchWire.longestHeaders)
    self.init(String(decoding: bytes ?? [], as: UTF8.self))
  }

  /// The first entry of a host.
  subscript(host: String) -> Credentials? { entries[host] }

  private mutating func note(_ credentials: Credentials, for host: String?) {
    guard let host, !credentials.name.isEmpty, entries[host] == nil else { return }
    entries[host] = credentials
  }

  /// Words between white space, in quotes or not.
  private struct Words {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// The next word; comments stand where a keyword may, since a password may begin with `#`.
    mutating func next(isKeyword: Bool = false) -> String? {
      rest = rest.drop(while: \.isWhitespace)
      while isKeyword, rest.first == "#" {
        rest = rest.drop { !$0.isNewline }.drop(while: \.isWhitespace)
      }
      guard let first = rest.first else { return nil }
      if first == "\"" { return quoted() }
      let word = rest.prefix { !$0.isWhitespace }
      rest = rest[word.endIndex...]
      return String(word)
    }

    /// A macro ends with an empty line.
    mutating func passMacro() {
      var isEmpty = false
      while let character = rest.popFirst() {
        if character.isNewline {
          if isEmpty { return }
          isEmpty = true
        } else if !character.isWhitespace {
          isEmpty = false
        }
      }
    }

    private mutating func quoted() -> String {
      var word = ""
      _ = rest.popFirst()
      while let character = rest.popFirst(), character != "\"" {
        guard character == "\\", let escaped = rest.popFirst() else {
          word.append(character)
          continue
        }
        word.append(escaped == "n" ? "\n" : escaped == "t" ? "\t" : escaped)
      }
      return word
    }
  }
}
