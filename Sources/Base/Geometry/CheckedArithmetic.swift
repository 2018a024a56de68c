/// The product of several numbers that must not be negative, or `nil` where one is or it overflows.
///
/// Sizes that come from a file or from a decoder are multiplied only here: Swift traps on overflow,
/// so an unchecked product of such numbers would be a way to end the viewer.
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

/// The quotient of two positive numbers, rounded up.
package func dividedRoundingUp(_ dividend: Int, by divisor: Int) -> Int {
  dividend / divisor + (dividend % divisor == 0 ? 0 : 1)
}
