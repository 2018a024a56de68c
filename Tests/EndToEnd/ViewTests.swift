import Geometry
import TestSupport
import Testing

/// Views at rest, at any place and scale: each is a part of the reduced picture.
@Suite(.serialized, .enabled(if: XServer.isAvailable, "\(XServer.missing)"))
struct ViewTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let size = PixelSize(width: 2600, height: 1700)
  private static let photograph = Photograph.grid(size.width, size.height)

  /// The photograph with round, soft-edged holes.
  private static let glass = PixelGrid(
    width: size.width, height: size.height,
    color: { x, y in
      let (u, v) = (Double(x % 97) / 97 - 0.5, Double(y % 83) / 83 - 0.5)
      let alpha = UInt32(max(0, min(255, (u * u + v * v) * 1800 - 60)))
      return photograph[x, y] & 0xff_ffff | alpha << 24
    })

  /// How a view differs from the reference.
  private struct Difference {
    var decibels = 0.0
    /// The largest difference of a channel: a seam of one column hardly lowers the PSNR, but shows
    /// here.
    var largest = 255
  }

  @Test(arguments: [false, true])
  func everyViewIsAPartOfTheReducedPicture(isTransparent: Bool) throws {
    var numbers = SeededNumbers()
    print(numbers.origin)
    let picture = isTransparent ? Self.glass : Self.photograph
    let file = try folder.picture("photo.png", picture)
    let cache = try folder.folder("cache")
    for round in 0..<5 {
      let scale = Double.random(in: 0.36...1, using: &numbers)
      let level = LinearLanczos.reduce(
        picture,
        to: PixelSize(
          width: Int((Double(Self.size.width) * scale).rounded()),
          height: Int((Double(Self.size.height) * scale).rounded())))
      // Even turned, the view lies within the picture, so no edge moves it.
      let x = Int.random(in: 700...1900, using: &numbers)
      let y = Int.random(in: 650...1050, using: &numbers)
      let viewer = try RunningViewer(
        ["--geometry", "463x391", file, "--zoom", "\(scale)", "--center", "\(x),\(y)"],
        environment: ["XDG_CACHE_HOME": cache])
      _ = try viewer.settled()
      for turn in 0..<3 {
        // Upright, turned right, and turned right and mirrored.
        if turn == 1 { viewer.type("r") }
        if turn == 2 { viewer.type("m") }
        let screen = try viewer.settled()
        let turned = level.turned(
          quarters: turn == 0 ? 0 : turn == 1 ? 1 : 3, mirrored: turn == 2)
        let u = (Double(x) / Double(Self.size.width)) * Double(level.size.width)
        let v = (Double(y) / Double(Self.size.height)) * Double(level.size.height)
        let center =
          turn == 0
          ? (u, v)
          : (turn == 1 ? Double(level.size.height) - v : v, u)
        let found = difference(of: screen, from: turned, near: center)
        let place = "round \(round), turn \(turn): \(scale), \(x), \(y)"
        #expect(found.decibels >= 45, "\(place)")
        #expect(found.largest <= 4, "\(place)")
      }
    }
  }

  /// Compares a screen with the parts of a level within two pixels of its place, and returns the
  /// smallest difference.
  private func difference(
    of screen: PixelGrid, from level: PixelGrid, near center: (Double, Double)
  ) -> Difference {
    let left = Int((center.0 - Double(screen.size.width) / 2).rounded())
    let top = Int((center.1 - Double(screen.size.height) / 2).rounded())
    var best = Difference()
    for dy in -2...2 {
      for dx in -2...2 {
        let part = PixelRect(
          minX: left + dx, minY: top + dy, maxX: left + dx + screen.size.width,
          maxY: top + dy + screen.size.height)
        guard part == part.intersection(PixelRect(level.size)) else { continue }
        let expected = onCheckerboard(level.cropped(to: part))
        let decibels = expected.psnr(screen)
        guard decibels > best.decibels else { continue }
        best = Difference(decibels: decibels, largest: expected.largestDifference(from: screen))
      }
    }
    return best
  }

  /// The pixels on a window's checkerboard: 8-pixel squares in two greys, from its corner.
  private func onCheckerboard(_ pixels: PixelGrid) -> PixelGrid {
    PixelGrid(
      width: pixels.size.width, height: pixels.size.height,
      opaque: { x, y in
        let field: UInt32 = (x / 8 + y / 8) % 2 == 0 ? 102 : 153
        let (word, alpha) = (pixels[x, y], pixels[x, y] >> 24)
        return [UInt32(16), 8, 0].reduce(0) { mixed, shift in
          let channel = (word >> shift & 255) * alpha + field * (255 - alpha)
          return mixed | ((channel + 127) / 255) << shift
        }
      })
  }
}

extension PixelGrid {
  /// The largest difference of any channel between two grids of the same size.
  fileprivate func largestDifference(from other: PixelGrid) -> Int {
    zip(words, other.words).reduce(0) { largest, pair in
      [UInt32(16), 8, 0].reduce(largest) { largest, shift in
        max(largest, abs(Int(pair.0 >> shift & 255) - Int(pair.1 >> shift & 255)))
      }
    }
  }
}
