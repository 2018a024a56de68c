import CJPEG
import Geometry
import TestSupport

/// Slides of several files, written by hand except for their JPEGs.
enum SlideFolderWriter {
  /// A JPEG with detail that depends on `salt`, and restart markers after each row.
  static func jpeg(_ size: PixelSize, salt: Int) -> [UInt8] {
    var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    options.restart_rows = 1
    var samples: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        samples.append(UInt8(truncatingIfNeeded: x * 3 + salt * 40))
        samples.append(UInt8(truncatingIfNeeded: y * 5))
        samples.append(90)
      }
    }
    return PictureFile.jpeg(samples, options).bytes
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The edge of MIRAX's tiles.
  private static let edge = 64

  /// Writes `slide.mrxs` and its folder, and returns the file's path.
  ///
  /// It has 3 × 2 tiles, of which the last was not scanned, and one level at half size.
  /// `dataFile` is the name in the description of the file with all tiles.
  static func mirax(in folder: TemporaryFolder, dataFile: String = "Data0000.dat") throws -> String
  {
    let identity = "0123456789ABCDEF0123456789ABCDEF"
    var data = [UInt8](repeating: 7, count: 16)
    func page(_ tiles: [(index: Int, salt: Int)]) -> [UInt8] {
      var page = little(tiles.count) + little(0)
      for tile in tiles {
        let bytes = jpeg(PixelSize(width: edge, height: edge), salt: tile.salt)
        page += little(tile.index) + little(data.count) + little(bytes.count) + little(0)
        data += bytes
      }
      return page
    }
    let pages = [page((0..<5).map { ($0, $0) }), page([(0, 6), (2, 7)])]
    // The offsets of the roots, then a pointer for each level, then that level's first page.
    var index = Array("01.02".utf8) + Array(identity.utf8)
    let root = index.count + 8
    index += little(root) + little(0)
    var next = root + 4 * pages.count
    for page in pages {
      index += little(next)
      next += 8 + page.count
    }
    for page in pages {
      index += little(0) + little(index.count + 8) + page
    }
    try _ = folder.folder("slide")
    try _ = folder.file("slide/Index.dat", index)
    try _ = folder.file("slide/Data0000.dat", data)
    try _ = folder.file(
      "slide/Slidedat.ini", Array(miraxDescription(identity, dataFile: dataFile).utf8))
    return try folder.file("slide.mrxs", jpeg(PixelSize(width: 32, height: 24), salt: 0))
  }

  private static func miraxDescription(_ identity: String, dataFile: String) -> String {
    func section(_ version: Int) -> String {
      """
      [LAYER_0_LEVEL_\(version)_SECTION]
      IMAGE_CONCAT_FACTOR = \(version)
      OVERLAP_X = 0
      OVERLAP_Y = 0
      MICROMETER_PER_PIXEL_X = 0.5
      MICROMETER_PER_PIXEL_Y = 0.5
      IMAGE_FILL_COLOR_BGR = 3355443
      DIGITIZER_WIDTH = \(edge)
      DIGITIZER_HEIGHT = \(edge)
      IMAGE_FORMAT = JPEG

      """
    }
    return """
      [GENERAL]
      SLIDE_VERSION = 01.02
      SLIDE_ID = \(identity)
      IMAGENUMBER_X = 3
      IMAGENUMBER_Y = 2
      OBJECTIVE_MAGNIFICATION = 20
      [HIERARCHICAL]
      HIER_COUNT = 1
      NONHIER_COUNT = 0
      INDEXFILE = Index.dat
      HIER_0_NAME = Slide zoom level
      HIER_0_COUNT = 2
      HIER_0_VAL_0_SECTION = LAYER_0_LEVEL_0_SECTION
      HIER_0_VAL_1_SECTION = LAYER_0_LEVEL_1_SECTION
      [DATAFILE]
      FILE_COUNT = 1
      FILE_0 = \(dataFile)

      """ + section(0) + section(1)
  }

  /// Writes Hamamatsu's `slide.vms` and its JPEGs, and returns the file's path.
  static func hamamatsu(in folder: TemporaryFolder) throws -> String {
    try _ = folder.file("slide-1.jpg", jpeg(PixelSize(width: 160, height: 96), salt: 1))
    try _ = folder.file("slide-2.jpg", jpeg(PixelSize(width: 160, height: 96), salt: 2))
    try _ = folder.file("slide-map.jpg", jpeg(PixelSize(width: 80, height: 24), salt: 3))
    try _ = folder.file("slide-macro.jpg", jpeg(PixelSize(width: 48, height: 32), salt: 4))
    let description = """
      [Virtual Microscope Specimen]
      NoLayers=1
      NoJpegColumns=2
      NoJpegRows=1
      ImageFile=slide-1.jpg
      ImageFile(1,0)=slide-2.jpg
      MapFile=slide-map.jpg
      MacroImage=slide-macro.jpg
      PhysicalWidth=80000
      PhysicalHeight=24000
      SourceLens=20

      """
    return try folder.file("slide.vms", Array(description.utf8))
  }

  /// A picture in columns a quarter of its width, with three 12-bit samples per pixel.
  private static func columns(_ size: PixelSize, salt: Int) -> [UInt8] {
    let column = size.width / 4
    var bytes = Array("GN".utf8) + [0, 0] + little(size.width) + little(size.height)
    bytes += little(column) + [UInt8](repeating: 0, count: 8) + little(32)
    bytes += [UInt8](repeating: 0, count: 32 - bytes.count)
    for first in stride(from: 0, to: size.width, by: column) {
      for y in 0..<size.height {
        for x in first..<first + column {
          for sample in [x * 13 + salt * 900, y * 29, (x ^ y) * 17] {
            bytes += [UInt8(truncatingIfNeeded: sample), UInt8(sample >> 8 & 15)]
          }
        }
      }
    }
    return bytes
  }

  /// Writes Hamamatsu's `slide.vmu` and its uncompressed pictures, and returns the file's path.
  static func uncompressedHamamatsu(in folder: TemporaryFolder) throws -> String {
    let (whole, map) = (PixelSize(width: 640, height: 320), PixelSize(width: 160, height: 80))
    try _ = folder.file("slide-1.ngr", columns(whole, salt: 1))
    try _ = folder.file("slide-map.ngr", columns(map, salt: 2))
    try _ = folder.file("slide-macro.jpg", jpeg(PixelSize(width: 48, height: 32), salt: 4))
    let description = """
      [Uncompressed Virtual Microscope Specimen]
      NoLayers=1
      ImageFile=slide-1.ngr
      MapFile=slide-map.ngr
      MacroImage=slide-macro.jpg
      BitsPerPixel=36
      PixelOrder=RGB
      PhysicalWidth=80000
      PhysicalHeight=40000
      SourceLens=20

      """
    return try folder.file("slide.vmu", Array(description.utf8))
  }
}
