import CLCMS
import DecoderProtocol
import TestSupport
import Testing
import Tiles

@testable import Decoding

/// Soft proofs from the profiles of media, computed in a sandboxed process, compared with lcms2's
/// proofing in Double.
@Suite struct ProofTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var locator: DecoderLocator {
    let program = PipedProcess.built("fresnel-decode-profile")
    let end = program.lastIndex(of: "/") ?? program.endIndex
    return DecoderLocator(folders: [Array(program[..<end].utf8)])
  }

  private func table(_ bytes: [UInt8], display: [UInt8] = []) throws -> SoftProofTable {
    let path = try folder.file("medium.icc", bytes)
    return try SoftProofs.table(of: Array(path.utf8), display: display, locator: locator)
  }

  /// Most errors show in dark colours: a quarter of the patches are dark.
  @Test(arguments: MadeMedium.allCases, [nil] + MadeDisplay.allCases)
  func softProofsEqualLcms2s(
    medium: MadeMedium, display: MadeDisplay?
  ) throws {
    let profile = medium.profile
    let given = display?.profile
    let samples = ProofSamples(try table(profile, display: given ?? []))
    // A broken profile is ignored.
    let shown = display == .broken ? nil : given
    let seed: UInt64 = 193
    var numbers = SeededNumbers(seed: seed)
    var (inside, outside) = (0, 0)
    for intent in [INTENT_PERCEPTUAL, INTENT_RELATIVE_COLORIMETRIC, INTENT_ABSOLUTE_COLORIMETRIC] {
      let reference = try #require(
        ProofReference(profile, display: shown, intent: UInt32(intent)))
      var worst = (difference: 0.0, color: [0.0, 0, 0])
      for patch in 0..<1000 {
        let most = patch % 4 == 0 ? 0.25 : 1
        let color = (0..<3).map { _ in Double(numbers.next() >> 40) / Double(1 << 24) * most }
        let point = samples.point(color, layer: Int(intent))
        let isIn = reference.has(color)
        if point.outside < 0.2 {
          inside += 1
          let difference = reference.look(reference.shown(color)).difference(
            from: reference.look(point.color))
          if difference > worst.difference { worst = (difference, color) }
        }
        if point.most < 0.5 {
          #expect(isIn, "\(medium), seed \(seed), \(color)")
        } else if point.least > 2 {
          #expect(!isIn, "\(medium), seed \(seed), \(color)")
          outside += 1
        }
      }
      #expect(worst.difference <= 1, "\(medium), seed \(seed), intent \(intent): \(worst)")
    }
    // Both must occur, or nothing has been compared.
    #expect(inside > 100 && outside > 100, "\(inside) \(outside)")
  }

  @Test func aFileThatIsNoProfileGivesOneSentence() throws {
    let profile = MadeMedium.tables.profile
    for bytes in [[], [1, 2, 3], Array(profile.prefix(300)), [UInt8](repeating: 0, count: 5000)] {
      #expect(throws: SoftProofs.Problem.self) { _ = try table(bytes) }
    }
    let problem = #expect(throws: SoftProofs.Problem.self) {
      _ = try table([UInt8](repeating: 7, count: 500))
    }
    #expect(problem?.sentence == "this is not an ICC profile of a printer or a display")
    #expect(throws: SoftProofs.Problem.self) {
      _ = try SoftProofs.table(of: Array(folder["missing.icc"].utf8), locator: locator)
    }
    #expect(throws: SoftProofs.Problem.self) {
      _ = try SoftProofs.table(of: Array("/dev/zero".utf8), locator: locator)
    }
  }

  @Test func aDamagedProfileGivesAWholeTableOrASentence() throws {
    let seed: UInt64 = 194
    var numbers = SeededNumbers(seed: seed)
    var (tables, sentences) = (0, 0)
    for round in 0..<12 {
      var profile = MadeMedium.allCases[round % 3].profile
      for _ in 0..<(1 + round) {
        let range = round % 2 == 0 ? min(profile.count, 400) : profile.count
        profile[Int(numbers.next() % UInt64(range))] = UInt8(truncatingIfNeeded: numbers.next())
      }
      do {
        let bits = try table(profile).bits
        #expect(bits.count == 61 * 61 * 61 * 4 * 4, "seed \(seed), round \(round)")
        // Half floats from zero up, all finite.
        #expect(bits.allSatisfy { $0 < 0x7C00 }, "seed \(seed), round \(round)")
        tables += 1
      } catch let problem as SoftProofs.Problem {
        #expect(!problem.sentence.isEmpty)
        sentences += 1
      }
    }
    #expect(tables > 0 && sentences > 0, "\(tables) \(sentences)")
  }
}

/// A table, interpolated as on the GPU.
private struct ProofSamples {
  private let bits: [UInt16]

  init(_ table: SoftProofTable) { bits = table.bits }

  private func value(_ index: Int) -> Double {
    Double(HalfFloats.values(UInt64(bits[index])).x)
  }

  /// A colour, its distance outside the gamut, and the smallest and largest of the points around
  /// it.
  func point(
    _ color: [Double], layer: Int
  ) -> (color: [Double], outside: Double, least: Double, most: Double) {
    let edge = SoftProofTable.edge
    var sum = [0.0, 0, 0, 0]
    var (least, most) = (Double.infinity, 0.0)
    for corner in 0..<8 {
      var (weight, place, step) = (1.0, layer * edge * edge * edge, 1)
      for axis in 0..<3 {
        let at = SoftProofTable.place(of: color[axis]) * Double(edge - 1)
        let low = min(Int(at), edge - 2)
        let isHigh = corner >> axis & 1 == 1
        weight *= isHigh ? at - Double(low) : 1 - (at - Double(low))
        place += (low + (isHigh ? 1 : 0)) * step
        step *= edge
      }
      for channel in 0..<4 { sum[channel] += weight * value(place * 4 + channel) }
      least = min(least, value(place * 4 + 3))
      most = max(most, value(place * 4 + 3))
    }
    return (Array(sum[..<3]), sum[3], least, most)
  }
}

/// lcms2's own proofing, and its gamut check.
private final class ProofReference {
  private let proof: cmsHTRANSFORM
  private let check: cmsHTRANSFORM
  private let toLab: cmsHTRANSFORM
  private static let alarm: [UInt16] = [0x1234, 0xFEDC, 0x4321] + [UInt16](repeating: 0, count: 13)

  init?(_ bytes: [UInt8], display: [UInt8]?, intent: UInt32) {
    let medium = cmsOpenProfileFromMem(bytes, UInt32(bytes.count))
    let screen =
      display.map { cmsOpenProfileFromMem($0, UInt32($0.count)) } ?? cmsCreate_sRGBProfile()
    let lab = cmsCreateLab4Profile(nil)
    defer {
      for profile in [medium, screen, lab] { cmsCloseProfile(profile) }
    }
    let doubles = UInt32(1 << 22 | PT_RGB << 16 | 3 << 3)
    let labs = UInt32(1 << 22 | PT_Lab << 16 | 3 << 3)
    let words = UInt32(PT_RGB << 16 | 3 << 3 | 2)
    let relative = UInt32(INTENT_RELATIVE_COLORIMETRIC)
    let isAbsolute = intent == UInt32(INTENT_ABSOLUTE_COLORIMETRIC)
    let flags = UInt32(
      cmsFLAGS_SOFTPROOFING | cmsFLAGS_NOOPTIMIZE | cmsFLAGS_BLACKPOINTCOMPENSATION)
    cmsSetAlarmCodes(Self.alarm)
    guard
      let proof = cmsCreateProofingTransform(
        screen, doubles, screen, doubles, medium, intent, isAbsolute ? intent : relative, flags),
      let check = cmsCreateProofingTransform(
        screen, words, screen, words, medium, relative, relative,
        UInt32(cmsFLAGS_SOFTPROOFING | cmsFLAGS_GAMUTCHECK | cmsFLAGS_NOOPTIMIZE)),
      let toLab = cmsCreateTransform(
        screen, doubles, lab, labs, relative, UInt32(cmsFLAGS_NOOPTIMIZE))
    else { return nil }
    (self.proof, self.check, self.toLab) = (proof, check, toLab)
  }

  deinit { for transform in [proof, check, toLab] { cmsDeleteTransform(transform) } }

  func shown(_ color: [Double]) -> [Double] {
    var shown = [0.0, 0, 0]
    cmsDoTransform(proof, color, &shown, 1)
    return shown.map { min(max($0, 0), 1) }
  }

  /// True if the medium can reproduce the colour.
  func has(_ color: [Double]) -> Bool {
    var shown: [UInt16] = [0, 0, 0]
    cmsDoTransform(check, color.map { UInt16($0 * 65535) }, &shown, 1)
    return shown != Array(Self.alarm[..<3])
  }

  func look(_ color: [Double]) -> LabColor {
    var lab = [0.0, 0, 0]
    cmsDoTransform(toLab, color, &lab, 1)
    return LabColor(lab[0], lab[1], lab[2])
  }
}
