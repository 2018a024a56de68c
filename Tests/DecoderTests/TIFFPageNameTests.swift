import CTIFF
import DecoderProtocol
import Geometry
import Testing

/// The names of TIFF pages, from each page itself or from a microscope's metadata for all.
@Suite struct TIFFPageNameTests {
  private func names(_ texts: [[Int32: String]]) throws -> [String] {
    let writer = TIFFWriter()
    for page in texts {
      var layout = TIFFWriter.Layout()
      layout.size = PixelSize(width: 40, height: 30)
      layout.samples = 1
      layout.photometric = PHOTOMETRIC_MINISBLACK
      layout.texts = page
      writer.add(layout, samples: [Int](repeating: 9, count: 40 * 30))
    }
    let info = try DecoderClient(.tiff, writer.finish()).open()
    #expect(info.frameCount == texts.count)
    return info.pageNames
  }

  @Test func pagesHaveTheirOwnNames() throws {
    let texts = ["Background", "", "Ink"].map { $0.isEmpty ? [:] : [TIFFTAG_PAGENAME: $0] }
    #expect(try names(texts) == ["Background", "", "Ink"])
    #expect(try names([[:], [:]]) == [])
    #expect(try names([[TIFFTAG_PAGENAME: "alone"]]) == [])
  }

  private func metadata(_ pixels: String, root: String = "") -> [Int32: String] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06" \(root)>\(pixels)</OME>
      """
    return [TIFFTAG_IMAGEDESCRIPTION: text]
  }

  @Test func planesAreNamedInTheirOrder() throws {
    let text = metadata(
      """
      <Image ID="Image:0" Name="cells"><Pixels DimensionOrder="XYZCT" SizeX="40" SizeY="30"
        SizeZ="2" SizeC="2" SizeT="1" Type="uint8">
        <Channel Name="DAPI" SamplesPerPixel="1"/><Channel SamplesPerPixel="1"/><TiffData/>
      </Pixels></Image>
      """)
    #expect(
      try names([text, [:], [:], [:]])
        == ["DAPI, z 1", "DAPI, z 2", "channel 2, z 1", "channel 2, z 2"])
  }

  @Test func metadataMapsPlanesToPages() throws {
    let text = metadata(
      """
      <Image Name="left"><Pixels DimensionOrder="XYCTZ" SizeZ="1" SizeC="1" SizeT="3">
        <TiffData IFD="2" FirstT="0"><UUID FileName="here">urn:uuid:1</UUID></TiffData>
        <TiffData IFD="0" FirstT="2" PlaneCount="1"/>
        <TiffData IFD="1" FirstT="1"><UUID FileName="there">urn:uuid:2</UUID></TiffData>
      </Pixels></Image>
      <Image Name="right"><Pixels DimensionOrder="XYCTZ" SizeZ="1" SizeC="3" SizeT="1">
        <Channel Name="RGB" SamplesPerPixel="3"/><TiffData IFD="3"/>
      </Pixels></Image>
      """, root: "UUID=\"urn:uuid:1\"")
    #expect(try names([text, [:], [:], [:]]) == ["left, t 3", "", "left, t 1", "right, RGB"])
  }

  @Test(arguments: [
    "<Image><Pixels SizeC=\"99999999999999\" SizeZ=\"-4\"><TiffData IFD=\"-1\"/></Pixels></Image>",
    "<Image><Pixels SizeC=\"1048576\" SizeZ=\"1048576\" SizeT=\"1048576\"><TiffData/></Pixels></Image>",
    "<Pixels/><TiffData/><UUID>", "<!DOCTYPE a [<!ENTITY b \"c\">]>&b;",
    "<Image><Pixels SizeT=\"9\"><TiffData IFD=\"1048576\" PlaneCount=\"1048576\"/></Pixels></Image>",
  ])
  func invalidMetadataNamesNothing(_ text: String) throws {
    #expect(try names([metadata(text), [:]]).allSatisfy { $0.isEmpty || $0.hasPrefix("channel") })
  }
}
