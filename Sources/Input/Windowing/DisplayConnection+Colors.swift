import CX11

extension DisplayConnection {
  /// Checks that the screen's visual can show pictures.
  func checkColors() throws(DisplayError) {
    guard let visual = XDefaultVisual(pointer, screen) else { throw .fewColors(bits: 0) }
    let depth = XDefaultDepth(pointer, screen)
    let bits = bitsPerPixel(ofDepth: depth)
    let masks = [visual.pointee.red_mask, visual.pointee.green_mask, visual.pointee.blue_mask]
    let areChannels = masks.allSatisfy { $0 != 0 }
    switch bits {
    case 16 where areChannels, 24 where areChannels, 32 where areChannels: return
    case 8 where colorTable(of: visual, depth: depth) != nil: return
    default: throw isLost ? .lost : .fewColors(bits: Int(depth))
    }
  }

  private func bitsPerPixel(ofDepth depth: Int32) -> Int32? {
    var count: Int32 = 0
    guard let formats = XListPixmapFormats(pointer, &count) else { return nil }
    defer { XFree(formats) }
    return (0..<Int(count)).first { formats[$0].depth == depth }.map { formats[$0].bits_per_pixel }
  }

  /// Makes the palette of a visual with 8 bits per pixel; `nil` if there are too few colours left.
  func makeColorTable(_ visual: Visual, depth: Int) -> ColorTable? {
    let layout = PixelLayout(
      bitsPerPixel: 8, isLittleEndian: true,
      redMask: UInt32(truncatingIfNeeded: visual.red_mask),
      greenMask: UInt32(truncatingIfNeeded: visual.green_mask),
      blueMask: UInt32(truncatingIfNeeded: visual.blue_mask), depth: depth)
    // The colormap of a DirectColor screen is writable, so its colours must be allocated.
    if visual.class != DirectColor, let table = ColorTable(layout) { return table }
    let most = 1 << min(max(depth, 1), 8)
    // Writable colormaps are shared with all other programs: leave some colours to them.
    let choices: [ColorTable.Channels] =
      switch visual.class {
      case StaticGray: [256, 128, 64, 32, 16, 8, 4, 2].map { .gray($0) }
      case GrayScale: [64, 32, 16, 8, 4, 2].map { .gray($0) }
      default: (2...6).reversed().map { .color(red: $0, green: $0, blue: $0) }
      }
    for channels in choices where channels.count <= most {
      if let table = allocate(channels) { return table }
    }
    return nil
  }

  /// Allocates shared colours; `nil` if the colormap does not have room for all of them.
  private func allocate(_ channels: ColorTable.Channels) -> ColorTable? {
    let colormap = XDefaultColormap(pointer, screen)
    var pixels: [UInt] = []
    for index in 0..<channels.count {
      let wanted = channels.color(at: index)
      var color = XColor()
      (color.red, color.green, color.blue) = (wanted.red, wanted.green, wanted.blue)
      guard XAllocColor(pointer, colormap, &color) != 0 else {
        XFreeColors(pointer, colormap, &pixels, Int32(pixels.count), 0)
        return nil
      }
      pixels.append(color.pixel)
    }
    return ColorTable(channels, pixels: pixels.map { UInt8(truncatingIfNeeded: $0) })
  }
}

extension ColorTable {
  /// Creates the palette of a layout that has bits for each channel; `nil` if it doesn't.
  init?(_ layout: PixelLayout) {
    let masks = [layout.redMask, layout.greenMask, layout.blueMask]
    guard layout.bitsPerPixel == 8, masks.allSatisfy({ $0 != 0 && $0 < 256 }) else { return nil }
    let levels = masks.map { Int($0 >> UInt32($0.trailingZeroBitCount)) + 1 }
    let channels = Channels.color(red: levels[0], green: levels[1], blue: levels[2])
    guard channels.count <= 256 else { return nil }
    self.init(
      channels,
      pixels: (0..<channels.count).map { index in
        let color = channels.color(at: index)
        let number = [color.red, color.green, color.blue].reduce(UInt32(0)) {
          $0 << 8 | UInt32($1 >> 8)
        }
        return UInt8(truncatingIfNeeded: layout.pixel(number))
      })
  }
}
