import TestSupport
import Testing

/// Soft proofing, through the program itself.
@Suite struct ProofProgramTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.picture("a.png", CoordinatePicture.grid(64, 48))
  }

  /// The profile of an RGB display with these primaries.
  private func profile(_ primaries: [(Double, Double)]) throws -> String {
    let profile = try #require(DeviceProfile.rgb(primaries))
    return try folder.file("medium.icc", DeviceProfile.bytes(profile))
  }

  @Test func aWideGamutMediumChangesNoColour() throws {
    let wide = try profile([(0.708, 0.292), (0.170, 0.797), (0.131, 0.046)])
    let plain = try RenderRun.pixels(file, in: folder)
    let chain = "proof(\"\(wide)\", gamut=#ff00ff)"
    let proof = try RenderRun.pixels(file, ["--filter", chain], in: folder)
    #expect(proof.difference(from: plain, tolerance: 2) == nil)
  }

  @Test func coloursOutsideTheGamutAreDullerAndMarked() throws {
    let red = try folder.picture(
      "red.png", PixelGrid(width: 9, height: 9, opaque: { _, _ in 0xFF0000 }))
    let narrow = try profile([(0.52, 0.34), (0.31, 0.50), (0.20, 0.16)])
    let dull = try RenderRun.pixels(red, ["--filter", "proof(\"\(narrow)\")"], in: folder).words[40]
    #expect(dull >> 16 & 255 < 250 && dull & 255 > 20, "\(String(dull, radix: 16))")
    let chain = "proof(\"\(narrow)\", gamut=#00ff00)"
    let marked = try RenderRun.pixels(red, ["--filter", chain], in: folder).words[40]
    #expect(marked & 0xFFFFFF == 0x00FF00, "\(String(marked, radix: 16))")
  }

  @Test func aFileThatIsNoProfileGivesASentence() throws {
    let process = try RenderRun.start(
      file, ["--filter", "proof(\"\(file)\")"], output: folder["out.png"])
    #expect(process.wait(limit: RunningViewer.timeout) == .status(1))
    let error = process.standardError
    #expect(error.hasSuffix("this is not an ICC profile of a printer or a display\n"), "\(error)")
  }
}
