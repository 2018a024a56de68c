import Fresnel

let view = try FresnelView(window: "Board", size: PixelSize(width: 900, height: 700))
view.show(
  try ProviderSource(
    levels: ProvidedLevels(
      Extent(width: 8192, height: 6144), scales: .ladder(levelsOfDetail: 6, levelsOfDetailBias: 2)),
    hasAlpha: false,
    provider: .calling { request in
      let color = [UInt8(60 + request.column % 4 * 40), UInt8(60 + request.row % 4 * 40), 60, 255]
      let count = request.size.width * request.size.height
      return .pixels(request.size, Array(repeatElement(color, count: count).joined()))
    }))
view.run()
