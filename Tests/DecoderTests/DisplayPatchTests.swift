import CLCMS
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// Colours as a display shows them, compared with lcms2 in floating point.
@Suite struct DisplayPatchTests {
  private static let size = PixelSize(width: 40, height: 25)

  /// A thousand colours: throughout the cube, along its greys, and dark ones.
  private static func patches(seed: UInt64) -> [UInt8] {
    var numbers = SeededNumbers(seed: seed)
    func code() -> Int { Int(numbers.next() >> 56) }
    return (0..<size.width * size.height).flatMap { index -> [UInt8] in
      let color = [code(), code(), code()]
      return switch index % 8 {
      case 0: [UInt8](repeating: UInt8(color[0]), count: 3)
      case 1: color.map { UInt8($0 / 5) }
      default: color.map { UInt8($0) }
      }
    }
  }

  @Test(arguments: MadeDisplay.allCases)
  func aThousandPatchesMatchLcms2(display: MadeDisplay) throws {
    let seed: UInt64 = 191
    let patches = Self.patches(seed: seed)
    let png = RawPNG(width: Self.size.width, height: Self.size.height, colorType: 2, depth: 8)
    let client = try DecoderClient(.png, PictureFile(png.file(patches.map { Int($0) })))
    _ = try client.open(display: display.profile)
    let pixels = try client.pixels(of: Level(size: Self.size))
    #expect(client.brokenProfiles == (display == .broken ? 1 : 0))

    let reference = try #require(PatchReference(display == .broken ? nil : display.profile))
    var worst = (difference: 0.0, patch: 0)
    for patch in 0..<patches.count / 3 {
      let samples = patches[patch * 3..<patch * 3 + 3].map { Double($0) / 255 }
      let device = reference.device(samples)
      let codes = pixels.bytes[patch * 4..<patch * 4 + 3].map { Double($0) }
      let difference = reference.look(ofDevice: device).difference(
        from: reference.look(ofDevice: codes.map { $0 / 255 }))
      // Dark 8-bit colours differ by about that much: no nearer ones can be sent.
      let isNearest = zip(device, codes).allSatisfy { abs($0 * 255 - $1) <= 0.501 }
      if difference > worst.difference, difference <= 1 || !isNearest {
        worst = (difference, patch)
      }
    }
    let colors = Array(patches[worst.patch * 3..<worst.patch * 3 + 3])
    #expect(worst.difference <= 1, "\(display), seed \(seed): \(worst.difference) at \(colors)")
    // A formula that reports no difference at all measures nothing.
    #expect(worst.difference > 0.1 || display == .broken)
  }
}

/// lcms2's transforms for a display, in Double and without its optimized tables.
private final class PatchReference {
  private let toDevice: cmsHTRANSFORM
  private let toLab: cmsHTRANSFORM

  /// Creates the transforms for a display's profile; `nil` is sRGB.
  init?(_ profile: [UInt8]?) {
    let sRGB = cmsCreate_sRGBProfile()
    let display =
      profile.map { cmsOpenProfileFromMem($0, UInt32($0.count)) } ?? cmsCreate_sRGBProfile()
    let lab = cmsCreateLab4Profile(nil)
    defer {
      cmsCloseProfile(sRGB)
      cmsCloseProfile(display)
      cmsCloseProfile(lab)
    }
    // Doubles: FLOAT_SH(1) and BYTES_SH(0).
    let rgbType = UInt32(1 << 22 | PT_RGB << 16 | 3 << 3)
    let labType = UInt32(1 << 22 | PT_Lab << 16 | 3 << 3)
    let flags = UInt32(cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOOPTIMIZE)
    let intent = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    guard let toDevice = cmsCreateTransform(sRGB, rgbType, display, rgbType, intent, flags),
      let toLab = cmsCreateTransform(display, rgbType, lab, labType, intent, flags)
    else { return nil }
    self.toDevice = toDevice
    self.toLab = toLab
  }

  deinit {
    cmsDeleteTransform(toDevice)
    cmsDeleteTransform(toLab)
  }

  /// Converts an sRGB colour to the display's.
  func device(_ color: [Double]) -> [Double] {
    var device = [0.0, 0, 0]
    cmsDoTransform(toDevice, color, &device, 1)
    return device.map { min(max($0, 0), 1) }
  }

  /// The appearance of a display's colour.
  func look(ofDevice color: [Double]) -> LabColor {
    var lab = [0.0, 0, 0]
    cmsDoTransform(toLab, color, &lab, 1)
    return LabColor(lab[0], lab[1], lab[2])
  }
}
