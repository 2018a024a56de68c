/// The shape of the pointer over the window, where it isn't the usual one.
package enum PointerShape: Hashable, Sendable {
  /// What is under it takes the drop.
  case takes
  /// Nothing under it takes the drop.
  case refuses
  /// It rests, and nothing of it is shown.
  case hidden
}
