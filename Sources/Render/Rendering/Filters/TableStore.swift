import Filters
import Graphics
import Platform

/// The colour tables of the filters in use, as textures of one context.
final class TableStore {
  private var textures: [CubeTable: Shared<LookupTexture>] = [:]
  private let counters: RenderCounters

  init(counters: RenderCounters) { self.counters = counters }

  deinit { retain([]) }

  /// Has programs sample a table in a texture unit; it is copied the first time.
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

  /// Drops every table but those that are named.
  func retain(_ tables: Set<CubeTable>) {
    for (table, made) in textures where !tables.contains(table) {
      counters.changeTextures(by: -made.value.byteCount)
      textures[table] = nil
    }
  }
}
