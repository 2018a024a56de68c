import CTIFF
import Geometry

/// TIFF-based slides of several vendors, written by libtiff.
struct SlideWriter {
  /// The vendor whose format is written.
  enum Vendor: CaseIterable {
    case aperio, trestle, leica, philips, ventana
  }

  var vendor = Vendor.aperio
  /// Sizes of the levels; scanners drop partial pixels.
  var sizes = [
    PixelSize(width: 801, height: 563), PixelSize(width: 200, height: 140),
  ]
  /// OpenSlide 3.4 can't read uncompressed tiles of 16 pixels.
  var tile = 128
  var compression = COMPRESSION_NONE
  /// The label and the macro picture, for vendors that store them in directories.
  var extras = [
    "label": PixelSize(width: 60, height: 70), "macro": PixelSize(width: 90, height: 40),
  ]

  /// The samples of a level: detail that differs between levels.
  static func samples(_ size: PixelSize, salt: Int) -> [Int] {
    var samples: [Int] = []
    samples.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        samples.append((x * 37 + y * 11 + salt * 50) & 255)
        samples.append((x ^ y) & 255)
        samples.append((x / 3 + y * 5 + salt) & 255)
      }
    }
    return samples
  }

  /// The samples of an associated picture.
  static func samples(ofExtra name: String, _ size: PixelSize) -> [Int] {
    samples(size, salt: name.utf8.count)
  }

  func file() -> PictureFile {
    let writer = TIFFWriter()
    if vendor == .ventana, let size = extras["macro"] {
      var layout = TIFFWriter.Layout()
      layout.size = size
      layout.texts = [TIFFTAG_IMAGEDESCRIPTION: "Label Image"]
      layout.packet = "<iScan Magnification='40' ScanRes='0.25' ScanWhitePoint='235'/>"
      writer.add(layout, samples: Self.samples(ofExtra: "macro", size))
    }
    for (number, size) in sizes.enumerated() {
      var layout = TIFFWriter.Layout()
      layout.size = size
      layout.tile = tile
      layout.compression = compression
      if compression == COMPRESSION_JPEG { layout.photometric = PHOTOMETRIC_YCBCR }
      layout.isReduction = number > 0 && vendor == .philips
      layout.texts = texts(version: number)
      writer.add(layout, samples: Self.samples(size, salt: number))
      if vendor == .aperio, number == 0 {
        add("thumbnail", PixelSize(width: 100, height: 70), writer)
      }
    }
    if vendor == .aperio {
      for (name, size) in extras.sorted(by: { $0.key < $1.key }) { add(name, size, writer) }
    }
    return writer.finish()
  }

  /// Aperio's associated pictures are in strips.
  private func add(_ name: String, _ size: PixelSize, _ writer: TIFFWriter) {
    var layout = TIFFWriter.Layout()
    layout.size = size
    layout.texts = [
      TIFFTAG_IMAGEDESCRIPTION:
        "Aperio Image Library v11.2.1\n\(name) \(size.width)x\(size.height)"
    ]
    writer.add(layout, samples: Self.samples(ofExtra: name, size))
  }

  private func texts(version: Int) -> [Int32: String] {
    switch vendor {
    case .aperio:
      [
        TIFFTAG_IMAGEDESCRIPTION:
          "Aperio Image Library v11.2.1 \r\n\(sizes[version].width)x\(sizes[version].height) "
          + "[0,0 \(sizes[0].width)x\(sizes[0].height)] (\(tile)x\(tile)) JPEG/RGB Q=70"
          + "|AppMag = 40|MPP = 0.25|Filename = 1234"
      ]
    case .trestle:
      [
        TIFFTAG_SOFTWARE: "MedScan 1.2",
        TIFFTAG_IMAGEDESCRIPTION: "Background Color=E6E6E6;White Balance=1;Objective Power=20",
      ]
    case .philips:
      version > 0
        ? [:]
        : [TIFFTAG_SOFTWARE: "Philips DP v1.0", TIFFTAG_IMAGEDESCRIPTION: philipsDescription]
    case .leica: version > 0 ? [:] : [TIFFTAG_IMAGEDESCRIPTION: leicaDescription]
    case .ventana:
      [
        TIFFTAG_IMAGEDESCRIPTION:
          "level=\(version) mag=\(40 / Double(1 << (2 * version))) quality=95"
      ]
    }
  }
}

/// The vendors' XML descriptions.
extension SlideWriter {
  /// The offset of Leica's picture on the glass, in its pixels.
  static let leicaOffset = 50

  private var leicaDescription: String {
    let pixel = 250
    let whole = sizes[0]
    let dimensions = sizes.enumerated().map { number, size in
      "<dimension sizeX='\(size.width)' sizeY='\(size.height)' r='\(number)' ifd='\(number)'/>"
    }
    return """
      <?xml version="1.0"?>
      <scn xmlns="http://www.leica-microsystems.com/scn/2010/10/01">
      <collection sizeX="\((whole.width + 100) * pixel)" sizeY="\((whole.height + 100) * pixel)">
      <image><creationDate>2020-01-01</creationDate><device model="test" version="1"/>
      <pixels sizeX="\(whole.width)" sizeY="\(whole.height)">\(dimensions.joined())</pixels>
      <view sizeX="\(whole.width * pixel)" sizeY="\(whole.height * pixel)"
      offsetX="\(Self.leicaOffset * pixel)" offsetY="\(Self.leicaOffset * pixel)"/>
      <scanSettings><objectiveSettings><objective>20</objective></objectiveSettings>
      <illuminationSettings><numericalAperture>0.7</numericalAperture>
      <illuminationSource>brightfield</illuminationSource></illuminationSettings></scanSettings>
      </image></collection></scn>
      """
  }

  private var philipsDescription: String {
    func attribute(_ name: String, _ value: String) -> String {
      "<Attribute Name='\(name)'>\(value)</Attribute>"
    }
    let versions = sizes.indices.map { number in
      let spacing = 0.00025 * Double(1 << (2 * number))
      return "<DataObject ObjectType='PixelDataRepresentation'>"
        + attribute("DICOM_PIXEL_SPACING", "&quot;\(spacing)&quot; &quot;\(spacing)&quot;")
        + "</DataObject>"
    }
    return "<?xml version='1.0'?><DataObject ObjectType='DPUfsImport'>"
      + "<Attribute Name='PIM_DP_SCANNED_IMAGES'><Array><DataObject ObjectType='DPScannedImage'>"
      + attribute("PIM_DP_IMAGE_TYPE", "WSI")
      + attribute("DICOM_PIXEL_SPACING", "&quot;0.00025&quot; &quot;0.00025&quot;")
      + "<Attribute Name='PIIM_PIXEL_DATA_REPRESENTATION_SEQUENCE'><Array>"
      + versions.joined() + "</Array></Attribute></DataObject></Array></Attribute></DataObject>"
  }
}
