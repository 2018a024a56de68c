import Filters
import Geometry
import Graphics

/// The program of one pass, with the locations of all its uniforms.
final class FilterProgram {
  /// The program that draws the tiles or the image.
  let drawing: TileProgram
  private let parameters: [Slot]
  private let imageSize: Uniform
  private let zoom: Uniform
  private let imageOrigin: Uniform
  private let imageSteps: Uniform
  private let viewOrigin: Uniform
  private let viewSteps: Uniform
  private let region: Uniform
  private let edge: Uniform

  /// A parameter of one function.
  private struct Slot {
    var uniform: Uniform
    var link: Int
    var parameter: Int
    var light: FilterLight
    /// The ends of a table's input range.
    var low: Uniform
    var high: Uniform
    /// The additional density of a table's points in the dark tones.
    var crowding: Uniform
  }

  init(
    _ drawing: TileProgram, _ pass: FilterPass, of definitions: [FilterDefinition],
    on gl: borrowing Current
  ) {
    self.drawing = drawing
    var slots: [Slot] = []
    for (index, step) in pass.steps.enumerated() {
      let definition = definitions[step.link]
      for (number, parameter) in definition.parameters.enumerated() {
        let name = FilterPassText.prefix(index) + parameter.name
        let isTable = parameter.kind.isFile
        slots.append(
          Slot(
            uniform: drawing.uniform(isTable ? "t" + name : name, on: gl), link: step.link,
            parameter: number, light: definition.light,
            low: drawing.uniform("l" + name, on: gl), high: drawing.uniform("h" + name, on: gl),
            crowding: drawing.uniform("d" + name, on: gl)))
      }
    }
    parameters = slots
    imageSize = drawing.uniform("image_size", on: gl)
    zoom = drawing.uniform("zoom", on: gl)
    imageOrigin = drawing.uniform("image_origin", on: gl)
    imageSteps = drawing.uniform("image_steps", on: gl)
    viewOrigin = drawing.uniform("view_origin", on: gl)
    viewSteps = drawing.uniform("view_steps", on: gl)
    region = drawing.uniform("pass_region", on: gl)
    edge = drawing.uniform("pass_edge", on: gl)
  }

  /// Prepares for drawing on a target with the values of a chain's filters.
  func begin(
    _ target: TilePainter.Target, _ end: FinalPixelStep, links: [FilterLink],
    placement: FilterPlacement, tables: TableStore, on gl: borrowing Current
  ) throws(GLError) {
    drawing.begin(target, end, on: gl)
    var unit = 1
    for slot in parameters {
      try set(slot, links[slot.link].values[slot.parameter], &unit, tables, on: gl)
    }
    imageSize.set(Float(placement.size.width), Float(placement.size.height))
    zoom.set(Float(placement.zoom))
    let image = placement.image
    imageOrigin.set(Float(image.origin.x), Float(image.origin.y))
    imageSteps.set(
      Float(image.right.x), Float(image.right.y), Float(image.down.x), Float(image.down.y))
    let view = placement.view
    viewOrigin.set(Float(view.origin.x), Float(view.origin.y))
    viewSteps.set(Float(view.right.x), Float(view.right.y), Float(view.down.x), Float(view.down.y))
  }

  /// Sets the region of the view that the sampled texture holds, and the texture's size.
  func setInput(_ pixels: PixelRect, in texture: PixelSize) {
    region.set(
      Float(pixels.minX), Float(pixels.minY), 1 / Float(texture.width), 1 / Float(texture.height))
    edge.set(
      Float(pixels.minX) + 0.5, Float(pixels.minY) + 0.5, Float(pixels.maxX) - 0.5,
      Float(pixels.maxY) - 0.5)
  }

  private func set(
    _ slot: Slot, _ value: FilterValue, _ unit: inout Int, _ tables: TableStore,
    on gl: borrowing Current
  ) throws(GLError) {
    switch value {
    case .float(let number): slot.uniform.set(Float(number))
    case .int(let number): slot.uniform.set(Int32(clamping: number))
    case .bool(let isOn): slot.uniform.set(isOn ? 1 : 0 as Int32)
    case .option(let number): slot.uniform.set(Int32(clamping: number))
    case .color(let color):
      let channels = [color.red, color.green, color.blue].map {
        slot.light == .linear ? Self.light($0) : $0
      }
      slot.uniform.set(
        Float(channels[0]), Float(channels[1]), Float(channels[2]), Float(color.alpha))
    case .file(let file):
      guard let table = file?.table else { return }
      try tables.bind(table, unit: unit, on: gl)
      slot.uniform.set(Int32(unit))
      let domain = table.domain
      slot.low.set(domain.low[0], domain.low[1], domain.low[2])
      slot.high.set(domain.high[0], domain.high[1], domain.high[2])
      slot.crowding.set(table.crowding)
      unit += 1
    }
  }

  /// sRGB's transfer curve (IEC 61966-2-1).
  private static func light(_ value: Double) -> Double { SRGBCurve.light(value) }
}
