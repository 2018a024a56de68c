/// A reference to a noncopyable value, for several owners; the value ends with the last of them.
package final class Shared<Value: ~Copyable> {
  /// The value.
  package let value: Value

  /// Takes ownership of a value.
  package init(_ value: consuming Value) { self.value = value }
}

extension Shared: Sendable where Value: Sendable & ~Copyable {}
