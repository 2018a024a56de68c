/// The shape of the pointer during a drag that began in our window.
package enum PointerShape: Hashable, Sendable {
  /// What is under it takes the drop.
  case takes
  /// Nothing under it takes the drop.
  case refuses
}
