import Platform

/// A filter as its file declares it: what it is called, what can be set, and what it does.
package struct FilterDefinition: Hashable, Sendable {
  /// Where a filter comes from.
  package enum Origin: Hashable, Sendable {
    /// The program itself.
    case builtIn
    /// A file of the user's, by its path.
    case user(path: [UInt8])
  }

  /// The file's name without its ending: how chains name the filter.
  package var name: String
  /// What it does, in a few words for people.
  package var summary: String
  /// What the colours that its function works on mean.
  package var light: FilterLight
  /// What can be set, in the order in which positional values are taken.
  package var parameters: [FilterParameter]
  /// What is done to the picture, in order; never empty.
  package var stages: [FilterStage]
  /// Where it comes from.
  package var origin: Origin

  /// A filter with all its parts given.
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

  /// What errors call its file: the user's path, or the built-in file's own name.
  package var fileName: String { Self.fileName(name: name, origin: origin) }

  static func fileName(name: String, origin: Origin) -> String {
    switch origin {
    case .builtIn: "\(escapedForDisplay(name.utf8, limit: 80)).frag"
    case .user(let path): escapedForDisplay(path)
    }
  }

  /// The place of a parameter of a name; `nil` where there is none.
  package func parameterIndex(_ name: String) -> Int? {
    parameters.firstIndex { $0.name == name }
  }
}

/// What the numbers of a colour mean to a filter.
package enum FilterLight: String, Hashable, Sendable, CaseIterable {
  /// As the display is sent them: equal steps look equal (sRGB's curve).
  case encoded
  /// Amounts of light: twice the number is twice the light.
  case linear
}

/// One function of a filter, as the shader text that defines it.
package struct FilterStage: Hashable, Sendable {
  /// What the function looks at.
  package enum Hook: Hashable, Sendable {
    /// One colour at a time: `vec4 filter_color(vec4 color)`.
    case color
    /// Its neighbours too: `vec4 filter_image(vec2 position)`; `margin` is how far it looks.
    case image(margin: FilterMargin)
  }

  /// What the function looks at.
  package var hook: Hook
  /// The shader text after the stage's directives, to the next ones or the file's end.
  package var text: String
  /// The line of the file that the text begins with; the first is 1.
  package var firstLine: Int

  /// A stage with all its parts given.
  package init(hook: Hook, text: String, firstLine: Int) {
    self.hook = hook
    self.text = text
    self.firstLine = firstLine
  }
}

/// How far a function looks around itself, in image pixels: a number, times a parameter if one is
/// named.
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
