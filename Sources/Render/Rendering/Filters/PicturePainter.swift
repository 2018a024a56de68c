import Filters
import Geometry
import Graphics
import Platform
import Tiles

/// Draws a frame's pictures, with filters if there are any; created and used with one context.
final class PicturePainter {
  /// Draws unfiltered pictures and overlays.
  let tiles: TilePainter
  private let cache: ChainCache
  private let canvases: PassCanvases
  private let tables: TableStore
  private let curves: CurveStore
  private let counters: RenderCounters

  init(_ tiles: TilePainter, counters: RenderCounters) {
    self.tiles = tiles
    self.counters = counters
    cache = ChainCache(counters: counters)
    canvases = PassCanvases(counters: counters)
    tables = TableStore(counters: counters)
    curves = CurveStore(counters: counters)
  }

  /// Returns the error in a frame's filters once.
  func takeProblem() -> FilterError? { cache.takeProblem() }

  /// Draws the pictures of a frame on a cleared target.
  ///
  /// Views are fitted to `surface`; `tiles` returns a picture's resident tiles.
  func draw(
    _ frame: Frame, on surface: PixelSize, tiles resident: (SourceID?) -> [TileKey: ResidentTile],
    to target: TilePainter.Target, on gl: borrowing Current
  ) throws(GLError) {
    let programs = counters.statistics.filterPrograms
    defer { if counters.statistics.filterPrograms != programs { gl.releaseShaderCompiler() } }
    let parts = frame.parts(on: surface)
    let filtered = parts.first(where: \.isFiltered)
    // Only once per frame: an unfiltered picture must not evict another one's programs.
    let resolved = try cache.resolve(
      filtered == nil ? [] : frame.filters.active, filtered?.end.kind ?? .plain, on: gl)
    tables.retain(Set(resolved?.links.flatMap { $0.values.compactMap(\.table) } ?? []))
    if resolved.map({ $0.chain.passes.count == 1 }) ?? true { canvases.drop() }
    counters.setPasses(resolved?.chain.passes.count ?? 1)
    for part in parts {
      if let display = part.end.tones?.display { try curves.bind(display, on: gl) }
      let scene = Scene(
        part: part, magnification: frame.magnification, tiles: resident(part.picture),
        target: target)
      let hasScale = part.view.scale.isFinite && part.view.scale > 0
      guard let resolved, part.isFiltered, hasScale else {
        try drawPlain(scene, target.pixels, on: gl)
        continue
      }
      var filtered = target.pixels
      if let split = frame.split {
        var plain = target.pixels
        plain.maxX = min(max(split, plain.minX), plain.maxX)
        filtered.minX = plain.maxX
        try drawPlain(scene, plain, on: gl)
      }
      try drawFiltered(scene, resolved, filtered, on: gl)
    }
  }

  /// The common properties of all draws of one picture.
  private struct Scene {
    var part: FramePart
    var magnification: Frame.Magnification
    var tiles: [TileKey: ResidentTile]
    var target: TilePainter.Target
    var view: Viewport { part.view }
    /// How its pixels are blended with those below.
    var blending: Blending { part.isOver ? .over : .replace }
    /// All pixels of the picture, including those outside the surface.
    var picture: PixelRect { PixelRect(centersIn: view.shownRect) }

    func draws(_ pixels: PixelRect) -> [TileDraw] {
      TileCover.draws(
        view, of: part.levels, frame: part.pictureFrame, resident: tiles.keys, fades: part.fades,
        magnification: magnification, clip: pixels)
    }
  }

  private func drawPlain(
    _ scene: Scene, _ pixels: PixelRect, on gl: borrowing Current
  ) throws(GLError) {
    guard !pixels.isEmpty else { return }
    try tiles.draw(
      scene.draws(pixels), of: scene.tiles, scene.part.end, blending: scene.blending,
      to: scene.target, on: gl)
  }

  private func drawFiltered(
    _ scene: Scene, _ resolved: ChainCache.Resolved, _ pixels: PixelRect,
    on gl: borrowing Current
  ) throws(GLError) {
    let shown = pixels.intersection(scene.picture)
    guard !shown.isEmpty else { return }
    let (links, chain) = (resolved.links, resolved.chain)
    let placement = FilterPlacement(scene.view)
    // The region of each pass: the shown pixels, plus the margins that later passes sample.
    var regions = [shown]
    for pass in chain.passes.reversed() {
      guard let margin = pass.margin, let step = pass.steps.first, let next = regions.last else {
        continue
      }
      let reach = margin.devicePixels(
        values: links[step.link].values, zoom: scene.view.scale)
      regions.append(next.grown(by: reach).intersection(scene.picture))
    }
    regions.reverse()
    // A view of nearly the maximum texture size has no room for margins: draw it in halves.
    if regions.count > 1, let whole = regions.first,
      let halves = shown.halves(
        whole.width > gl.maximumTextureSize, whole.height > gl.maximumTextureSize)
    {
      try drawFiltered(scene, resolved, halves.0, on: gl)
      return try drawFiltered(scene, resolved, halves.1, on: gl)
    }

    var source: Shared<Framebuffer>?
    for (number, region) in regions.enumerated() {
      let isLast = number == regions.count - 1
      if isLast {
        try drawPass(
          number, of: chain, links, scene, region, from: source,
          sourceRegion: number > 0 ? regions[number - 1] : region, placement,
          scene.part.end, blending: scene.blending, to: scene.target, on: gl)
        continue
      }
      let canvas = try canvases.canvas(number, fitting: region.size, on: gl)
      let previous = source
      try gl.drawing(on: canvas.value, size: region.size) {
        (gl: borrowing Current) throws(GLError) in
        gl.clear(red: 0, green: 0, blue: 0, alpha: 0)
        try drawPass(
          number, of: chain, links, scene, region, from: previous,
          sourceRegion: number > 0 ? regions[number - 1] : region, placement,
          scene.part.end.between, blending: .replace,
          to: TilePainter.Target(pixels: region, isFlipped: false),
          on: gl)
      }
      source = canvas
    }
  }

  private func drawPass(
    _ number: Int, of chain: CompiledChain, _ links: [FilterLink], _ scene: Scene,
    _ region: PixelRect, from source: Shared<Framebuffer>?, sourceRegion: PixelRect,
    _ placement: FilterPlacement, _ end: FinalPixelStep, blending: Blending,
    to target: TilePainter.Target, on gl: borrowing Current
  ) throws(GLError) {
    guard let source else {
      return try TilePainter.draw(
        scene.draws(region), of: scene.tiles, blending: blending, on: gl
      ) {
        (isCrisp: Bool, gl: borrowing Current) throws(GLError) in
        let variant = ShaderVariant(
          isCrisp: isCrisp, end: end.kind, isBetween: number < chain.passes.count - 1)
        let program = try chain.tiles(variant, on: gl)
        try program.begin(
          target, end, links: links, placement: placement, tables: tables, on: gl)
        return program.drawing
      }
    }
    let program = try chain.image(number, end.kind, on: gl)
    try program.begin(
      target, end, links: links, placement: placement, tables: tables, on: gl)
    program.setInput(sourceRegion, in: source.value.size)
    source.value.bindTexture(on: gl)
    // Nothing was drawn where no tile is resident, so lower pictures must stay visible there.
    gl.setBlending(end.checker == nil ? .over : .replace)
    program.drawing.fill(region, on: gl)
    gl.setBlending(.replace)
  }
}

extension PixelRect {
  /// Returns both halves of a rectangle that is too wide or too high, if it can be halved.
  fileprivate func halves(_ isTooWide: Bool, _ isTooHigh: Bool) -> (PixelRect, PixelRect)? {
    var (first, second) = (self, self)
    if isTooWide && width > 1 {
      first.maxX = minX + width / 2
      second.minX = first.maxX
    } else if isTooHigh && height > 1 {
      first.maxY = minY + height / 2
      second.minY = first.maxY
    } else {
      return nil
    }
    return (first, second)
  }
}

extension FilterValue {
  /// The file's table.
  fileprivate var table: CubeTable? {
    if case .file(let file) = self { file?.table } else { nil }
  }
}
