import Filters
import Graphics
import Platform

/// The lookup tables of the current filters, as textures of one context.
final class TableStore {
  private var textures: [CubeTable: Shared<LookupTexture>] = [:]
  private let counters: RenderCounters

  init(counters: RenderCounters) { self.counters = counters }

  deinit { retain([]) }

  /// Binds a table to a texture unit; uploads it the first time.
  func bind(_ table: CubeTable, unit: Int, on gl: borrowing Current) throws(GLError) {
    gl.useTextureUnit(unit)
    defer { gl.useTextureUnit(0) }
    if let old = textures[table] { return old.value.bind(on: gl) }
    let made = Shared<LookupTexture>(
      try LookupTexture(
        edge: table.edge, points: points(of: table), channels: table.channels, layers: table.layers,
        on: gl))
    textures[table] = made
    counters.changeTextures(by: made.value.byteCount)
    made.value.bind(on: gl)
  }

  private func points(of table: CubeTable) -> LookupTexture.Points {
    switch table.points {
    case .floats(let values): .floats(values)
    case .halves(let bits): .halves(bits)
    }
  }

  /// Drops all tables except the given ones.
  func retain(_ tables: Set<CubeTable>) {
    for (table, made) in textures where !tables.contains(table) {
      counters.changeTextures(by: -made.value.byteCount)
      textures[table] = nil
    }
  }
}
