/// Returns the product of non-negative numbers; `nil` on overflow, or if one is negative.
///
/// Sizes from a file or a decoder are multiplied only here. Swift traps on overflow, so an
/// unchecked product of untrusted numbers could crash the viewer.
package func checkedProduct(_ factors: Int...) -> Int? {
  var product = 1
  for factor in factors {
    guard factor >= 0 else { return nil }
    let (value, overflow) = product.multipliedReportingOverflow(by: factor)
    if overflow { return nil }
    product = value
  }
  return product
}

/// Returns the quotient of two positive numbers, rounded up.
package func dividedRoundingUp(_ dividend: Int, by divisor: Int) -> Int {
  dividend / divisor + (dividend % divisor == 0 ? 0 : 1)
}
