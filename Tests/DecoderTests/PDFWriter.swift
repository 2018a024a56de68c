import Geometry

/// Small PDF files, object by object.
struct PDFWriter {
  /// A page: its dictionary's additional entries, and its content.
  struct Page {
    var entries = "/MediaBox[0 0 100 80]"
    var content: String
  }

  /// Objects, from number 1 on.
  private var objects: [String] = []

  /// Writes a file of some pages; `catalog` is further entries of its catalog, `resources` of the
  /// pages' resources, and `further` objects from number `firstFurther` on.
  static func bytes(
    _ pages: [Page], catalog: String = "", resources: String = "", further: [String] = []
  ) -> [UInt8] {
    var writer = PDFWriter()
    let kids = pages.indices.map { "\(firstFurther + further.count + 2 * $0) 0 R" }
      .joined(separator: " ")
    writer.objects = ["<</Type/Catalog/Pages 2 0 R\(catalog)>>"]
    writer.objects.append("<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>")
    writer.objects += further
    for page in pages {
      let content = writer.objects.count + 2
      writer.objects.append(
        "<</Type/Page/Parent 2 0 R\(page.entries)/Contents \(content) 0 R"
          + "/Resources<<\(resources)>>>>")
      writer.objects.append(stream(page.content))
    }
    return writer.file
  }

  /// The number of the first further object.
  static let firstFurther = 3

  static func stream(_ content: String, _ entries: String = "") -> String {
    "<</Length \(content.utf8.count)\(entries)>>stream\n\(content)\nendstream"
  }

  private var file: [UInt8] {
    var file = "%PDF-1.7\n"
    var places: [Int] = []
    for (number, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = String(place)
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(table)\n%%EOF\n"
    return Array(file.utf8)
  }
}

extension FormatSamples {
  static func pdf() -> [PictureFile] {
    let text = PDFWriter.bytes(
      [.init(content: PDFSamples.shapes), .init(content: PDFSamples.text)],
      resources: "/Font<</F 3 0 R>>", further: ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"])
    let groups = PDFWriter.bytes(
      [.init(content: PDFSamples.groups)], resources: PDFSamples.groupResources,
      further: PDFSamples.groupObjects)
    return [PictureFile(text), PictureFile(groups)]
  }
}

/// The content of pages of 100 × 80 points.
enum PDFSamples {
  static let shapes =
    "0.8 0.2 0.1 rg 10 10 40 30 re f 0 0 1 RG 3 w 60 20 m 90 20 90 60 60 60 c s "
    + "[6 2] 0 d 1 w 0 0.5 0 RG 5 70 m 95 75 l S [] 0 d 0.5 g 70 40 m 80 70 l 90 40 l h f*"
  static let text =
    "BT /F 12 Tf 10 40 Td (Fresnel) Tj 0 -20 Td 1 0 0 rg (lens) Tj ET"
  static let groups =
    "q /G gs /X Do Q q 30 0 0 20 60 50 cm /I Do Q /P sh"
  static let groupResources =
    "/ExtGState<</G<</ca 0.5>>>>/XObject<</X 3 0 R/I 4 0 R>>/Shading<</P 5 0 R>>"
  static let groupObjects = [
    PDFWriter.stream(
      "1 0 0 rg 10 10 30 30 re f 0 1 0 rg 25 25 30 30 re f",
      "/Type/XObject/Subtype/Form/BBox[0 0 100 80]/Group<</S/Transparency/CS/DeviceRGB>>"),
    PDFWriter.stream(
      "ff0000 00ff00 0000ff ffffff>",
      "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceRGB"
        + "/Filter/ASCIIHexDecode"),
    "<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 100 0]/BBox[0 0 100 8]"
      + "/Function<</FunctionType 2/Domain[0 1]/C0[1 1 0]/C1[0 0 1]/N 1>>>>",
  ]
}
