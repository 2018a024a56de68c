/// Holds a value that can't be copied where several must reach it; it ends with the last of them.
package final class Shared<Value: ~Copyable> {
  /// The value.
  package let value: Value

  /// Takes a value over.
  package init(_ value: consuming Value) { self.value = value }
}

extension Shared: Sendable where Value: Sendable & ~Copyable {}
