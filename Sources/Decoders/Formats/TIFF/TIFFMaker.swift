import CTIFF
import DecoderProtocol
import Platform

/// Recognises TIFF variants that other libraries read better: camera raw files and scanned slides.
///
/// It looks only at a few fields of the first directory and its subdirectories.
enum TIFFMaker {
  /// The format whose decoder should read a file; `nil` for an ordinary TIFF.
  ///
  /// The file's first directory must be current, and is afterwards.
  static func otherFormat(of file: TIFFFile) throws(CodecError) -> String? {
    if isSlide(file) { return "slide" }
    return try isRaw(file) ? "camera raw" : nil
  }

  /// True for the scanners that OpenSlide recognises by their TIFF's first directory.
  private static func isSlide(_ file: TIFFFile) -> Bool {
    let description = file.text(TIFFTAG_IMAGEDESCRIPTION)
    let software = file.text(TIFFTAG_SOFTWARE)
    return description.hasPrefix("Aperio")
      || description.containsBytes(of: "http://www.leica-microsystems.com/scn")
      || description.containsBytes(of: "DPUfsImport")  // Philips
      || file.text(TIFFTAG_MAKE).hasPrefix("Hamamatsu")
      || software.hasPrefix("MedScan")  // Trestle
      || file.packet.containsBytes(of: "<iScan")  // Ventana
  }

  /// True for DNG and CR2, which declare themselves, and for files with a colour filter mosaic.
  private static func isRaw(_ file: TIFFFile) throws(CodecError) -> Bool {
    if file.has(TIFFTAG_DNGVERSION) || file.isCanonRaw || isMosaic(file) { return true }
    guard !file.text(TIFFTAG_MAKE).isEmpty else { return false }
    let inside = file.subDirectories.prefix(mostInside)
    guard !inside.isEmpty else { return false }
    let isMosaicInside = inside.contains {
      (try? file.select(.offset($0))) != nil && isMosaic(file)
    }
    try file.select(.page(0))
    return isMosaicInside
  }

  /// The maximum number of subdirectories to examine: cameras write the raw samples and a few small
  /// versions.
  private static let mostInside = 8

  /// A DNG's samples without a mosaic; libtiff has no name for this value.
  private static let linearRaw: Int32 = 34892

  private static func isMosaic(_ file: TIFFFile) -> Bool {
    let photometric = file.short(TIFFTAG_PHOTOMETRIC).map { Int32($0) }
    return photometric == PHOTOMETRIC_CFA || photometric == linearRaw
  }
}
