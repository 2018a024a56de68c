import CTIFF
import DecoderProtocol
import Geometry
import TestSupport
import Testing
import Tiles

/// TIFF files from cameras and slide scanners are passed on to their own decoders.
@Suite struct TIFFMakerTests {
  private func file(_ change: (inout TIFFWriter.Layout) -> Void) -> PictureFile {
    let writer = TIFFWriter()
    var layout = TIFFWriter.Layout()
    layout.size = PixelSize(width: 40, height: 30)
    change(&layout)
    writer.add(layout, samples: (0..<40 * 30 * layout.samples).map { $0 % 251 })
    return writer.finish()
  }

  /// The decoder's reply to a request to open a file.
  private func answer(
    _ file: PictureFile, origin: OpenRequest.Origin = .file
  ) throws -> DecoderMessage<PictureReport>? {
    let client = try DecoderClient(.tiff, file)
    guard case .hello? = try client.receive() else { return nil }
    client.send(
      .open(
        OpenRequest(
          arenaBytes: client.arena.count, slotCount: 64, surfaceEdge: 1280, origin: origin)))
    return try client.receive()
  }

  private let makers: [(String, (inout TIFFWriter.Layout) -> Void)] = [
    ("camera raw", { $0.isDNG = true }),
    (
      "camera raw",
      {
        $0.samples = 1
        $0.photometric = PHOTOMETRIC_CFA
      }
    ),
    ("slide", { $0.texts = [TIFFTAG_IMAGEDESCRIPTION: "Aperio Image Library v11"] }),
    ("slide", { $0.texts = [TIFFTAG_MAKE: "Hamamatsu"] }),
    ("slide", { $0.texts = [TIFFTAG_SOFTWARE: "MedScan 1"] }),
    (
      "slide",
      {
        $0.texts = [
          TIFFTAG_IMAGEDESCRIPTION: "<scn xmlns='http://www.leica-microsystems.com/scn/2010'>"
        ]
      }
    ),
  ]

  @Test func everyMakerIsRecognized() throws {
    for (format, change) in makers {
      #expect(try answer(file(change)) == .report(.insteadUse(format: format)))
    }
  }

  @Test func withoutTheirDecoderTheseFilesAreShownAsTIFF() throws {
    for (format, change) in makers where format == "slide" {
      guard case .report(.info(let info))? = try answer(file(change), origin: .fileAlone) else {
        Issue.record("\(format): no info")
        continue
      }
      #expect(info.size == PixelSize(width: 40, height: 30))
    }
  }

  @Test func otherFilesStayWithTheTIFFDecoder() throws {
    let plain: [(inout TIFFWriter.Layout) -> Void] = [
      { _ in }, { $0.texts = [TIFFTAG_MAKE: "Canon"] },
      { $0.texts = [TIFFTAG_IMAGEDESCRIPTION: "made by an Aperio"] },
    ]
    for change in plain {
      guard case .report(.info)? = try answer(file(change)) else {
        Issue.record("no info")
        continue
      }
    }
  }
}
