import CJansson
import DecoderProtocol

/// A value of a JSON text parsed by jansson; values of other types than requested are `nil`.
struct JSONValue {
  private let value: UnsafeMutablePointer<json_t>
  /// Keeps the whole text's values alive.
  private let text: Text

  private final class Text {
    let root: UnsafeMutablePointer<json_t>
    init(_ root: UnsafeMutablePointer<json_t>) { self.root = root }
    deinit { fresnel_json_release(root) }
  }

  /// Parses a complete text.
  init(_ bytes: [UInt8]) throws(CodecError) {
    var error = json_error_t()
    let root = bytes.withUnsafeBytes { bytes in
      json_loadb(
        bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count, 0, &error)
    }
    guard let root else {
      throw CodecError(.corrupt, "the description is not valid JSON (line \(error.line))")
    }
    text = Text(root)
    value = root
  }

  private init(_ value: UnsafeMutablePointer<json_t>, in text: Text) {
    self.value = value
    self.text = text
  }

  private var type: Int32 { fresnel_json_type(value) }

  /// The value of a name in an object.
  subscript(name: String) -> JSONValue? {
    json_object_get(value, name).map { JSONValue($0, in: text) }
  }

  var string: String? { json_string_value(value).map { String(cString: $0) } }

  /// An integer, or a string with one, as Deep Zoom writes them.
  var integer: Int? {
    type == Int32(JSON_INTEGER.rawValue)
      ? Int(json_integer_value(value)) : string.flatMap { Int($0) }
  }

  /// The first value of an object, whatever its name.
  var firstValue: JSONValue? {
    guard let place = json_object_iter(value), let found = json_object_iter_value(place) else {
      return nil
    }
    return JSONValue(found, in: text)
  }

  /// The value itself, or the first of a list.
  var first: JSONValue? { type == Int32(JSON_ARRAY.rawValue) ? elements(atMost: 1).first : self }

  /// The first `count` values of a list; empty for other types.
  func elements(atMost count: Int) -> [JSONValue] {
    (0..<min(count, json_array_size(value))).compactMap { index in
      json_array_get(value, index).map { JSONValue($0, in: text) }
    }
  }
}
