import Platform

/// A filter as its file declares it: its name, parameters and functions.
package struct FilterDefinition: Hashable, Sendable {
  /// The origin of a filter.
  package enum Origin: Hashable, Sendable {
    /// Built into the program.
    case builtIn
    /// One of the user's files, by its path.
    case user(path: [UInt8])
  }

  /// The file's name without its extension, by which chains refer to the filter.
  package var name: String
  /// A short description for users.
  package var summary: String
  /// The encoding of the colours that its functions work on.
  package var light: FilterLight
  /// The parameters, in the order of positional values.
  package var parameters: [FilterParameter]
  /// The functions in order; never empty.
  package var stages: [FilterStage]
  /// The origin of the filter.
  package var origin: Origin

  /// Creates a filter definition.
  package init(
    name: String, summary: String, light: FilterLight = .encoded,
    parameters: [FilterParameter] = [], stages: [FilterStage], origin: Origin = .builtIn
  ) {
    self.name = name
    self.summary = summary
    self.light = light
    self.parameters = parameters
    self.stages = stages
    self.origin = origin
  }

  /// The file's name in errors: the user's path, or the built-in file's name.
  package var fileName: String { Self.fileName(name: name, origin: origin) }

  static func fileName(name: String, origin: Origin) -> String {
    switch origin {
    case .builtIn: "\(escapedForDisplay(name.utf8, limit: 80)).frag"
    case .user(let path): escapedForDisplay(path)
    }
  }

  /// Returns the index of the parameter with a name; `nil` if there is none.
  package func parameterIndex(_ name: String) -> Int? {
    parameters.firstIndex { $0.name == name }
  }
}

/// The encoding of a filter's colours.
package enum FilterLight: String, Hashable, Sendable, CaseIterable {
  /// Encoded for the display with sRGB's curve: equal steps look equal.
  case encoded
  /// Linear light: twice the number is twice the light.
  case linear
}

/// A function of a filter, as shader source.
package struct FilterStage: Hashable, Sendable {
  /// The input that the function can sample.
  package enum Hook: Hashable, Sendable {
    /// One colour at a time: `vec4 filter_color(vec4 color)`.
    case color
    /// Neighbouring pixels, too: `vec4 filter_image(vec2 position)`, up to `margin` away.
    case image(margin: FilterMargin)
  }

  /// The input that the function can sample.
  package var hook: Hook
  /// The shader source from the stage's directives to the next directive or the file's end.
  package var text: String
  /// The line of the file with which the text begins, from 1.
  package var firstLine: Int

  /// Creates a stage.
  package init(hook: Hook, text: String, firstLine: Int) {
    self.hook = hook
    self.text = text
    self.firstLine = firstLine
  }
}

/// How far a function samples around a pixel, in image pixels: a factor, optionally multiplied by a
/// parameter.
package struct FilterMargin: Hashable, Sendable {
  /// The factor.
  package var factor: Double
  /// The index of the parameter that the factor is multiplied by.
  package var parameter: Int?

  /// Creates a margin.
  package init(factor: Double, parameter: Int? = nil) {
    self.factor = factor
    self.parameter = parameter
  }

  /// The maximum margin of any filter in device pixels; a larger one would cost more than it shows.
  package static let mostDevicePixels = 256

  /// Returns the margin in whole device pixels at a zoom, plus one for interpolation.
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
