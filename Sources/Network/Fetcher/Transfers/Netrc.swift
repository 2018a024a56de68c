import DecoderProtocol
import Glibc
import Platform

/// The names and passwords in the user's `.netrc`, by host.
///
/// `default` entries are ignored: they would send a password to any host. Macros are skipped.
struct Netrc {
  private var entries: [String: Credentials] = [:]

  /// Parses a text, skipping invalid entries.
  init(_ text: String) {
    var words = Tokens(text)
    var host: String?
    var credentials = Credentials(name: "", password: "")
    while let word = words.next(isKeyword: true) {
      switch word {
      case "machine":
        note(credentials, for: host)
        host = words.next().map { HostName.ascii($0) ?? $0 }?.lowercased()
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

  /// Parses a file from its start; empty if it can't be read.
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

  /// Words separated by white space, with or without quotes.
  private struct Tokens {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    /// The next word; comments are allowed only before a keyword, since a password may start with
    /// `#`.
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

    /// Skips a macro, which ends with an empty line.
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
