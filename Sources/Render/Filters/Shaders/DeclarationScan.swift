/// Scans a shader's tokens for file-scope definitions and structural errors.
struct DeclarationScan {
  private let bytes: [UInt8]
  private let tokens: [ShaderToken]
  private(set) var definitions: [ShaderDefinition] = []
  private(set) var flaws: [ShaderFlaw] = []
  private var state = State()
  /// The state before each open `#if`, with which its other branches begin again.
  private var conditions: [(before: State, line: Int)] = []
  private var hasConditions = false

  private struct State {
    /// The open brackets with their lines.
    var open: [(mark: UInt8, line: Int)] = []
    var phase = Phase.head
    /// The number of words in the declaration before the next name.
    var words = 0
    /// The last word, which may turn out to be the declared name.
    var name: Int?
    /// True after `struct` until its name, and until its fields have been read.
    var namesStructure = false
    var awaitsFields = false
  }

  private enum Phase {
    /// Types, qualifiers and names.
    case head
    /// After `=`, up to the next comma or semicolon.
    case value
    /// After a function's name: its parameters and its body.
    case function
    /// A word with parentheses that declares nothing: a macro, or `layout`.
    case call
  }

  init(bytes: [UInt8], tokens: [ShaderToken]) {
    self.bytes = bytes
    self.tokens = tokens
  }

  /// Scans all tokens.
  mutating func run() {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .comment { checkComment(token) }
      if token.isInDirective && token.isSignificant {
        let end = tokens[index...].firstIndex { !$0.isInDirective } ?? tokens.count
        let parts = (index..<end).filter { tokens[$0].isSignificant }
        for comment in tokens[index..<end] where comment.kind == .comment { checkComment(comment) }
        directive(parts)
        index = end
        continue
      }
      if token.isSignificant { take(index) }
      index += 1
    }
    for condition in conditions { flaw(.condition("if"), condition.line) }
    // Several branches may each open a bracket that is closed once.
    if !hasConditions, let open = state.open.last {
      flaw(.bracket(String(decoding: [open.mark], as: UTF8.self)), open.line)
    }
  }

  private func text(_ index: Int) -> String {
    String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  private mutating func flaw(_ kind: ShaderFlaw.Kind, _ line: Int) {
    flaws.append(ShaderFlaw(kind: kind, line: line))
  }

  private mutating func checkComment(_ token: ShaderToken) {
    let comment = bytes[token.range]
    guard comment.starts(with: "/*".utf8) else { return }
    if comment.count < 4 || !comment.suffix(2).elementsEqual("*/".utf8) {
      flaw(.openComment, token.line)
    }
  }

  private mutating func define(_ index: Int, _ kind: ShaderDefinition.Kind) {
    definitions.append(
      ShaderDefinition(name: text(index), kind: kind, line: tokens[index].line, token: index))
  }

  // MARK: The preprocessor

  private mutating func directive(_ parts: [Int]) {
    guard parts.count > 1 else { return }
    let name = text(parts[1])
    let line = tokens[parts[0]].line
    switch name {
    case "define" where parts.count > 2 && tokens[parts[2]].kind == .word: define(parts[2], .macro)
    case "version", "extension", "line": flaw(.directive(name), line)
    case "if", "ifdef", "ifndef":
      hasConditions = true
      conditions.append((state, line))
    case "else", "elif":
      if let last = conditions.last { state = last.before } else { flaw(.condition(name), line) }
    case "endif":
      if conditions.popLast() == nil { flaw(.condition(name), line) }
    default: break
    }
  }

  // MARK: Declarations

  private mutating func take(_ index: Int) {
    let token = tokens[index]
    switch token.kind {
    case .word where state.open.isEmpty: takeWord(index)
    case .mark:
      let mark = bytes[token.range.lowerBound]
      switch mark {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open(mark, token.line)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): close(mark, token.line)
      default: if state.open.isEmpty { separate(mark) }
      }
    default: break
    }
  }

  private mutating func takeWord(_ index: Int) {
    guard state.phase == .head else { return }
    let word = text(index)
    if ShaderNames.storage.contains(word) { flaw(.storage(word), tokens[index].line) }
    if word == "struct" {
      state.namesStructure = true
      state.awaitsFields = true
    } else if state.namesStructure {
      state.namesStructure = false
      define(index, .structure)
    } else {
      state.name = ShaderNames.keywords.contains(word) ? nil : index
    }
    state.words += 1
  }

  /// Handles a comma, a semicolon, an equals sign or an operator.
  private mutating func separate(_ mark: UInt8) {
    switch mark {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
      declareVariable()
      if mark == UInt8(ascii: ";") {
        state = State()
      } else if mark == UInt8(ascii: "="), state.phase == .head {
        state.phase = .value
      } else if mark == UInt8(ascii: ","), state.phase == .value {
        state.phase = .head
      }
    default: break
    }
  }

  private mutating func declareVariable() {
    guard state.phase == .head, let name = state.name, state.words >= 2 else { return }
    define(name, .variable)
    state.name = nil
  }

  private mutating func open(_ mark: UInt8, _ line: Int) {
    if state.open.isEmpty {
      switch (mark, state.phase) {
      case (UInt8(ascii: "("), .head):
        if let name = state.name, state.words >= 2 {
          define(name, .function(hasBody: false))
          state.phase = .function
        } else {
          state.phase = .call
        }
      case (UInt8(ascii: "{"), .function):
        if let last = definitions.indices.last { definitions[last].kind = .function(hasBody: true) }
      default: break
      }
      state.namesStructure = false
    }
    state.open.append((mark, line))
  }

  private mutating func close(_ mark: UInt8, _ line: Int) {
    let expected: UInt8 =
      switch mark {
      case UInt8(ascii: ")"): UInt8(ascii: "(")
      case UInt8(ascii: "]"): UInt8(ascii: "[")
      default: UInt8(ascii: "{")
      }
    guard state.open.last?.mark == expected else {
      if !hasConditions { flaw(.bracket(String(decoding: [mark], as: UTF8.self)), line) }
      return
    }
    state.open.removeLast()
    guard state.open.isEmpty else { return }
    switch (mark, state.phase) {
    case (UInt8(ascii: "}"), .head) where state.awaitsFields:
      // Variables of this structure follow.
      state.awaitsFields = false
      state.name = nil
      state.words = max(state.words, 2)
    case (UInt8(ascii: "}"), .function), (UInt8(ascii: "}"), .head), (UInt8(ascii: ")"), .call):
      state = State()
    default: break
    }
  }
}

/// Finds the names of structure fields, which belong to no scope.
enum StructureFields {
  /// Returns the token indices of the fields' names.
  static func find(bytes: [UInt8], tokens: [ShaderToken]) -> Set<Int> {
    var fields: Set<Int> = []
    var isAnnounced = false
    var isInside = false
    var hasType = false
    var brackets = 0
    for (index, token) in tokens.enumerated() where token.isSignificant && !token.isInDirective {
      let text = bytes[token.range]
      switch token.kind {
      case .word where !isInside:
        if text.elementsEqual("struct".utf8) {
          isAnnounced = true
        }
      case .word where brackets == 0:
        if hasType {
          fields.insert(index)
        } else {
          hasType = !ShaderNames.parameterQualifiers.contains(String(decoding: text, as: UTF8.self))
        }
      case .mark:
        switch text[text.startIndex] {
        case UInt8(ascii: "{") where isAnnounced:
          isInside = true
          isAnnounced = false
          hasType = false
          brackets = 0
        case UInt8(ascii: "}"): isInside = false
        case UInt8(ascii: "["): brackets += 1
        case UInt8(ascii: "]"): brackets -= 1
        case UInt8(ascii: ";"):
          hasType = false
          isAnnounced = false
        default: break
        }
      default: break
      }
    }
    return fields
  }
}
