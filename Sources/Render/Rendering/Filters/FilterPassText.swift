import Filters
import ShaderLibrary

/// The shader source of one pass of a chain.
///
/// All names that a filter's file defines get a prefix per step. A `#line` source number identifies
/// the step in drivers' messages; 0 is everything outside of filters.
struct FilterPassText {
  private let pass: FilterPass
  private let definitions: [FilterDefinition]
  /// True if colours are in linear light, which the last pass converts for the display.
  private let isLit: Bool

  init(_ pass: FilterPass, of definitions: [FilterDefinition], isLit: Bool = false) {
    self.isLit = isLit
    self.pass = pass
    self.definitions = definitions
  }

  /// The line number offset per step.
  ///
  /// In some messages, such as those on unknown names, Mesa omits the source number, but never the
  /// line.
  static let linesOfFile = 1_000_000

  /// The name prefix of a step.
  static func prefix(_ index: Int) -> String { "s\(index)" }

  /// The source between the backdrop code and the pass's `main`.
  var text: [UInt8] {
    var text = ShaderLibrary.text("filter-prelude.frag")
    if pass.isImage { text += ShaderLibrary.text("filter-source.frag") }
    for index in pass.steps.indices { text += Array(function(index).utf8) }
    return text + Array(body.utf8)
  }

  private func function(_ index: Int) -> String {
    let step = pass.steps[index]
    let definition = definitions[step.link]
    let stage = definition.stages[step.stage]
    let prefix = Self.prefix(index)
    var names: Set<String> = ["filter_color", "filter_image"]
    var text = ""
    for parameter in definition.parameters {
      names.insert(parameter.name)
      names.formUnion(parameter.shaderOptionNames)
      text += declaration(of: parameter, prefix)
    }
    text += "\n#line \((index + 1) * Self.linesOfFile + stage.firstLine) \(index + 1)\n"
    text += ShaderScanner.renamed(stage.text, prefix: prefix, extraNames: names)
    return text + "\n#line 1 0\n"
  }

  private func declaration(of parameter: FilterParameter, _ prefix: String) -> String {
    let name = prefix + parameter.name
    switch parameter.kind {
    case .float: return "uniform float \(name);\n"
    case .int: return "uniform int \(name);\n"
    case .bool: return "uniform bool \(name);\n"
    case .color: return "uniform vec4 \(name);\n"
    case .options:
      let options = parameter.shaderOptionNames.enumerated().map {
        "const int \(prefix)\($1) = \($0);\n"
      }
      return "uniform int \(name);\n" + options.joined()
    case .profile:
      return """
        uniform sampler3D t\(name);
        uniform float d\(name);
        vec4 \(name)(vec3 color, int layer) {
          vec3 size = vec3(textureSize(t\(name), 0));
          vec3 code = clamp(color, 0.0, 1.0);
          vec3 rest = (1.0 - code) * (1.0 - code);
          vec3 place = code * (1.0 + d\(name) * rest * rest) * (size.x - 1.0) + 0.5;
          place.z += float(layer) * size.x;
          return texture(t\(name), place / size);
        }

        """
    case .file:
      // Table points lie at texel centres: the first and the last half texel are unused.
      return """
        uniform sampler3D t\(name);
        uniform vec3 l\(name);
        uniform vec3 h\(name);
        vec3 \(name)(vec3 color) {
          vec3 place = clamp((color - l\(name)) / (h\(name) - l\(name)), 0.0, 1.0);
          float points = float(textureSize(t\(name), 0).x);
          return texture(t\(name), (place * (points - 1.0) + 0.5) / points).rgb;
        }

        """
    }
  }

  /// The body of `chain` for tiles, or of `image` for the result of an earlier pass.
  ///
  /// It calls the functions in order and converts between linear and encoded colours only where two
  /// of them differ.
  private var body: String {
    var lines: [String] = []
    var light = pass.input
    func turn(to wanted: FilterLight) {
      guard wanted != light else { return }
      light = wanted
      lines.append("color.rgb = to_\(wanted == .linear ? "linear" : "encoded")(color.rgb);")
    }
    for (index, step) in pass.steps.enumerated() {
      let prefix = Self.prefix(index)
      if pass.isImage, index == 0 {
        lines.append("vec4 color = \(prefix)filter_image(view_position);")
        continue
      }
      turn(to: definitions[step.link].light)
      lines.append("color = \(prefix)filter_color(color);")
    }
    turn(to: pass.output ?? (isLit ? .linear : .encoded))
    let end =
      pass.output != nil ? "premultiplied_color" : isLit ? "shown_light" : "shown_color"
    if pass.isImage {
      return "vec4 image() {\nplace_filters();\n\(lines.joined(separator: "\n"))\n"
        + "return \(end)(color);\n}\n"
    }
    // Without filters, colours are rounded to the nearest half float.
    if lines.isEmpty { return "vec4 chain(vec4 color) { return nearest_half(color); }\n" }
    return "vec4 chain(vec4 color) {\nplace_filters();\ncolor = straight_color(color);\n"
      + lines.joined(separator: "\n") + "\nreturn \(end)(color);\n}\n"
  }
}
