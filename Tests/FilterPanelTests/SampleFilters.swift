import Filters
import Geometry

/// Filters with parameters of every kind.
enum SampleFilters {
  static func filter(
    _ name: String, _ summary: String, _ parameters: [FilterParameter]
  ) -> FilterDefinition {
    FilterDefinition(
      name: name, summary: summary, parameters: parameters,
      stages: [FilterStage(hook: .color, text: "", firstLine: 1)])
  }

  static func float(
    _ name: String, _ summary: String, _ range: ClosedRange<Double>, _ value: Double
  ) -> FilterParameter {
    FilterParameter(
      name: name, summary: summary,
      kind: .float(minimum: range.lowerBound, maximum: range.upperBound),
      defaultValue: .float(value))
  }

  static func int(
    _ name: String, _ summary: String, _ range: ClosedRange<Int>, _ value: Int
  ) -> FilterParameter {
    FilterParameter(
      name: name, summary: summary,
      kind: .int(minimum: range.lowerBound, maximum: range.upperBound), defaultValue: .int(value))
  }

  static let exposure = filter(
    "exposure", "Exposure", [float("stops", "Change of exposure, in stops", -5...5, 0)])
  static let sharpen = filter(
    "sharpen", "Sharpen",
    [
      float("amount", "Amount", 0...4, 0.7),
      float("radius", "Radius, in image pixels", 0.1...20, 1),
    ])
  static let whiteBalance = filter(
    "white-balance", "White balance",
    [
      float("temperature", "Temperature, in kelvin", 1000...20000, 6504),
      float("tint", "Tint, from green to magenta", -100...100, 0),
    ])
  static let posterize = filter(
    "posterize", "Posterize", [int("steps", "Steps of each channel", 2...64, 4)])
  static let clipping = filter(
    "clipping", "Show clipping",
    [
      FilterParameter(
        name: "blown", summary: "Blown highlights", kind: .bool, defaultValue: .bool(true)),
      FilterParameter(
        name: "crushed", summary: "Crushed shadows", kind: .bool, defaultValue: .bool(false)),
      FilterParameter(
        name: "mark", summary: "Colour of the stripes", kind: .color,
        defaultValue: .color(PaintColor(red: 1, green: 0.2, blue: 0))),
    ])
  static let falseColor = filter(
    "false-color", "False colour",
    [
      FilterParameter(
        name: "map", summary: "Colours", kind: .options(["viridis", "magma", "turbo", "grey"]),
        defaultValue: .option(0))
    ])
  static let lut = filter(
    "lut", "Colour table",
    [
      FilterParameter(
        name: "file", summary: "Table (.cube)", kind: .file, defaultValue: .file(nil)),
      float("strength", "Strength", 0...1, 1),
    ])
  static let invert = filter("invert", "Invert", [])
  static let sepia = filter("sepia", "Sepia", [float("amount", "Amount", 0...1, 1)])

  static let all = [
    exposure, sharpen, whiteBalance, posterize, clipping, falseColor, lut, invert, sepia,
  ]
  static let library = FilterLibrary(all)
}
