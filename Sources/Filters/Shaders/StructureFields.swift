/// Finds the names of structures' fields, which belong to no scope.
enum StructureFields {
  /// The places of the fields' names among a text's tokens.
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
