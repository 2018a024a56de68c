/// How far a function looks around itself, in image pixels: a number, times a parameter if one is named.
package struct FilterMargin: Hashable, Sendable {
  /// The number.
  package var factor: Double
  /// The place of the parameter that it is multiplied by.
  package var parameter: Int?

  /// A distance.
  package init(factor: Double, parameter: Int? = nil) {
    self.factor = factor
    self.parameter = parameter
  }

  /// The furthest that any filter looks, in device pixels: what is beyond costs more than it shows.
  package static let mostDevicePixels = 256

  /// The distance in whole device pixels at a zoom, with one more for smooth sampling.
  package func devicePixels(values: [FilterValue], zoom: Double) -> Int {
    var distance = factor
    if let parameter, values.indices.contains(parameter) {
      switch values[parameter] {
      case .float(let number): distance *= number
      case .int(let number): distance *= Double(number)
      default: break
      }
    }
    let pixels = (distance * zoom).rounded(.up)
    guard pixels < Double(Self.mostDevicePixels) else { return Self.mostDevicePixels + 1 }
    return max(1, Int(pixels)) + 1
  }
}
