import CTIFF
import DecoderProtocol
import Geometry

/// Divides a file's directories into the picture, its reductions, and other pages.
struct TIFFPages {
  let picture: TIFFDirectory
  /// Reductions of the whole picture, largest first.
  private(set) var reductions: [TIFFDirectory] = []
  /// The number of pages, including the picture.
  private(set) var count = 1
  /// The names of the pages; empty if the file has none.
  let names: [String]

  /// The maximum number of directories to read; this ends longer chains and loops.
  private static let mostDirectories = 1024
  /// The maximum number of names to report.
  private static let mostNames = 1024
  /// The longest metadata to parse for page names, in bytes.
  private static let longestMetadata = 4 << 20
  /// How far a reduction's aspect may differ, in pixels, due to rounding.
  private static let roundingSlack = 1.5

  /// Reads a file's directories for one of its pages, from 0; the first page must be current.
  ///
  /// Only the first directory determines which ones are pages, so that page numbers are stable.
  init(of file: TIFFFile, page wanted: Int = 0, salt: UInt) throws(CodecError) {
    let metadata = file.text(TIFFTAG_IMAGEDESCRIPTION, most: Self.longestMetadata)
    var titles = [file.text(TIFFTAG_PAGENAME)]
    var numbers = [0]
    let first = try TIFFDirectory(of: file, at: .page(0))
    var picture = first
    var inside = file.subDirectories
    var number: UInt32 = 0
    while number < Self.mostDirectories, file.selectNext() {
      number += 1
      // An invalid page must not prevent others from being shown.
      guard let page = try? TIFFDirectory(of: file, at: .page(number)) else { continue }
      if page.isMask { continue }
      let isReducedPicture = Self.isReducedPicture(page, of: first, mustSay: !page.isTiled)
      if !isReducedPicture, !page.isReduction {
        if count == wanted {
          picture = page
          inside = file.subDirectories
        }
        count += 1
        numbers.append(Int(number))
        if titles.count < Self.mostNames { titles.append(file.text(TIFFTAG_PAGENAME)) }
      } else if wanted == 0 ? isReducedPicture : count == wanted + 1 && page.isReduction {
        // The reductions of a later page follow it, and are marked as such.
        if Self.isReducedPicture(page, of: picture, mustSay: !page.isTiled) {
          reductions.append(page)
        }
      }
    }
    guard wanted >= 0, wanted < count else {
      throw CodecError(.other, "the file has no page \(wanted)")
    }
    self.picture = picture
    names = Self.names(titles, numbers, OMEPlanes.names(in: metadata, salt: salt))
    for offset in inside.prefix(Self.mostDirectories) {
      guard (try? file.select(.offset(offset))) != nil,
        let reduction = try? TIFFDirectory(of: file, at: .offset(offset)),
        Self.isReducedPicture(reduction, of: picture, mustSay: false)
      else { continue }
      reductions.append(reduction)
    }
    reductions.sort { $0.size.width > $1.size.width }
    try file.select(picture.place)
  }

  /// The pages' own titles, or names from microscope metadata.
  private static func names(
    _ titles: [String], _ numbers: [Int], _ planes: [Int: String]
  ) -> [String] {
    guard numbers.count > 1 else { return [] }
    let names = zip(titles, numbers).map { title, number in
      title.isEmpty ? planes[number] ?? "" : title
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  /// True if the reductions form a pyramid without gaps: for any view at half scale or less, a
  /// preview can be made from a smaller reduction than the final tiles.
  var areClose: Bool {
    guard let last = reductions.last else { return false }
    return max(last.size.width, last.size.height) <= Self.smallestReduction
      && zip([picture] + reductions, reductions).allSatisfy {
        $1.size.width * 2 + 1 >= $0.size.width && $1.size.height * 2 + 1 >= $0.size.height
      }
  }

  /// The longer side of a reduction that decodes within milliseconds, and so may be decoded twice.
  private static let smallestReduction = 512

  /// True if a directory is a reduction of the whole picture.
  ///
  /// A tiled page with the picture's aspect is one, marked (as it should be) or not (as microscopes
  /// write them); a page in strips must be marked, as it may be a thumbnail of something else.
  private static func isReducedPicture(
    _ page: TIFFDirectory, of picture: TIFFDirectory, mustSay: Bool
  ) -> Bool {
    guard page.isReduction || (!mustSay && picture.isTiled), page.isLike(picture),
      page.size.width < picture.size.width, page.size.height < picture.size.height
    else { return false }
    let width = Double(page.size.height) * Double(picture.size.width) / Double(picture.size.height)
    let height = Double(page.size.width) * Double(picture.size.height) / Double(picture.size.width)
    return abs(width - Double(page.size.width)) <= roundingSlack
      || abs(height - Double(page.size.height)) <= roundingSlack
  }
}
