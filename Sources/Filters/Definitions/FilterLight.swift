/// What the numbers of a colour mean to a filter.
package enum FilterLight: String, Hashable, Sendable, CaseIterable {
  /// As the display is sent them: equal steps look equal (sRGB's curve).
  case encoded
  /// Amounts of light: twice the number is twice the light.
  case linear
}
