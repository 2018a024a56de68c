import Geometry
import Tiles

// The fields of `info`, in wire order.

extension WireWriter {
  mutating func put(_ info: SourceInfo) {
    put(info.levels.extent.width)
    put(info.levels.extent.height)
    put(info.levels.scales)
    put(UInt8(info.orientation.exif))
    put32(info.frameCount)
    put(info.isTimed)
    put32(info.loops)
    put(info.hasAlpha)
    put(info.isRandomAccess)
    put(info.decodesSlowly)
    put(info.preview.rawValue)
    put(info.levels.shape.format.rawValue)
    put(info.headroom)
    put(info.resolution?.x ?? 0)
    put(info.resolution?.y ?? 0)
    put(pageNames: info.pageNames)
  }

  private mutating func put(_ scales: SourceLevels.Scales) {
    switch scales {
    case .any(let largest):
      put(UInt8(0))
      put(largest)
    case .ladder(let rungs):
      put(UInt8(clamping: rungs.count))
      for rung in rungs.prefix(255) {
        put(rung.scale)
        put64(rung.size.width)
        put64(rung.size.height)
      }
    }
  }

  /// The first names, as many as fit.
  private mutating func put(pageNames names: [String]) {
    var bytes = 0
    let named = names.prefix(WireFormat.mostPageNames).prefix { name in
      bytes += 1 + name.utf8(atMost: WireFormat.longestName).count
      return bytes <= WireFormat.longestPageNames
    }
    put(UInt16(named.count))
    for name in named { put(name: name) }
  }
}

extension WireReader {
  /// The range of sides, in image pixels or a drawing's units.
  private static let sides = 0x1p-20...Double(Level.longestSide)
  /// The range of scales, in pixels per unit.
  private static let scales = 0x1p-64...0x1p64

  mutating func takeInfo() throws(WireError) -> SourceInfo {
    let extent = Extent(
      width: try takeDouble(in: Self.sides, "size"), height: try takeDouble(in: Self.sides, "size"))
    let scales = try takeScales(of: extent)
    let exif = Int(try take(UInt8.self))
    guard (1...8).contains(exif) else { throw .badValue("orientation") }
    let frames = try take32()
    guard frames <= SourceInfo.mostFrames else { throw .badValue("frames") }
    var info = SourceInfo(
      levels: SourceLevels(extent: extent, scales: scales), orientation: Orientation(exif: exif),
      frameCount: frames, isTimed: try takeFlag(), loops: try take32(), hasAlpha: try takeFlag(),
      isRandomAccess: try takeFlag())
    info.decodesSlowly = try takeFlag()
    info.preview = try takePreview()
    guard let format = PixelFormat(rawValue: try take(UInt8.self)) else {
      throw .badValue("pixel kind")
    }
    info.levels.shape.format = format
    info.headroom = try takeDouble(in: 1...WireFormat.largestNumber, "headroom")
    info.resolution = try takeResolution()
    info.pageNames = try takePageNames()
    return info
  }

  private mutating func takePreview() throws(WireError) -> SourceInfo.Preview {
    guard let preview = SourceInfo.Preview(rawValue: try take(UInt8.self)) else {
      throw .badValue("preview")
    }
    return preview
  }

  /// A largest scale if the first byte is 0, else a ladder of that many rungs.
  private mutating func takeScales(of extent: Extent) throws(WireError) -> SourceLevels.Scales {
    let count = Int(try take(UInt8.self))
    guard count > 0 else {
      let largest = try takeDouble(in: Self.scales, "scale")
      try checkLargest(largest, of: extent)
      return .any(upTo: largest)
    }
    guard count <= WireFormat.mostRungs else { throw .badValue("rungs") }
    var rungs: [SourceLevels.Rung] = []
    for _ in 0..<count {
      let sides = 1...Level.longestSide
      let rung = SourceLevels.Rung(
        scale: try takeDouble(in: Self.scales, "scale"),
        size: PixelSize(width: try take64(in: sides, "rung"), height: try take64(in: sides, "rung"))
      )
      if let last = rungs.last {
        guard rung.scale > last.scale, rung.size.width >= last.size.width,
          rung.size.height >= last.size.height, rung.size != last.size
        else { throw .badValue("rung") }
      }
      try check(rung, after: rungs.last, of: extent)
      rungs.append(rung)
    }
    return .ladder(rungs)
  }

  /// Rejects rungs that start too large, step too far, or contradict their sizes: the viewer would
  /// list tiles without end.
  private func check(
    _ rung: SourceLevels.Rung, after last: SourceLevels.Rung?, of extent: Extent
  ) throws(WireError) {
    func fits(_ pixels: Int, _ length: Double) -> Bool {
      let right = length * rung.scale
      return Double(pixels) <= 2 * right + 1 && Double(pixels) >= right / 2 - 1
    }
    guard fits(rung.size.width, extent.width), fits(rung.size.height, extent.height) else {
      throw .badValue("rung")
    }
    if let last {
      guard rung.scale <= last.scale * WireFormat.longestStep else { throw .badValue("rung") }
    } else {
      guard let area = rung.size.area, area <= WireFormat.mostFirstPixels else {
        throw .badValue("rung")
      }
    }
  }

  /// A source that is not drawn above its own size is a raster, with its own limits on sides and
  /// area.
  private func checkLargest(_ largest: Double, of extent: Extent) throws(WireError) {
    let longest = max(extent.width, extent.height)
    guard longest * largest <= Double(Level.longestSide) else { throw .badValue("size") }
    guard largest <= 1 else { return }
    guard longest <= Double(SourceInfo.longestSide),
      extent.width * extent.height <= Double(SourceInfo.mostPixels)
    else { throw .badValue("size") }
  }

  /// The resolution; `nil` if both numbers are 0.
  private mutating func takeResolution() throws(WireError) -> Point? {
    let numbers = 0...WireFormat.largestNumber
    let point = Point(
      x: try takeDouble(in: numbers, "resolution"), y: try takeDouble(in: numbers, "resolution"))
    guard (point.x > 0) == (point.y > 0) else { throw .badValue("resolution") }
    return point.x > 0 ? point : nil
  }

  private mutating func takePageNames() throws(WireError) -> [String] {
    let count = Int(try take(UInt16.self))
    guard count <= WireFormat.mostPageNames else { throw .badValue("page names") }
    var names: [String] = []
    for _ in 0..<count { names.append(try takeName()) }
    return names
  }
}
