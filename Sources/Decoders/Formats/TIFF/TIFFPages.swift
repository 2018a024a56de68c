import CTIFF
import DecoderProtocol
import Geometry

/// Which directories of a file are its picture, smaller versions of it, and other pages.
struct TIFFPages {
  /// The picture.
  let picture: TIFFDirectory
  /// Smaller versions of the whole picture, the largest first.
  private(set) var reductions: [TIFFDirectory] = []
  /// Pages, the picture among them.
  private(set) var count = 1
  /// What the file calls its pages; empty where it names none, at most so many as are told.
  let names: [String]

  /// How many directories are looked at: a chain that is longer, or a loop, ends here.
  private static let mostDirectories = 1024
  /// How many names are told.
  private static let mostNames = 1024
  /// How long metadata may be that name the pages, in bytes.
  private static let longestMetadata = 4 << 20
  /// How far a version's shape may be from the picture's: sizes are whole numbers.
  private static let roundingSlack = 1.5

  /// Looks through a file, whose first page is the current directory, for a page, from 0.
  ///
  /// Which directories are pages depends on the first one alone, so that each page has one number.
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
      // A page that says nothing sensible of itself is not needed to show the others.
      guard let page = try? TIFFDirectory(of: file, at: .page(number)) else { continue }
      if page.isMask { continue }
      let isVersion = Self.isVersion(page, of: first, mustSay: !page.isTiled)
      if !isVersion, !page.isReduction {
        if count == wanted {
          picture = page
          inside = file.subDirectories
        }
        count += 1
        numbers.append(Int(number))
        if titles.count < Self.mostNames { titles.append(file.text(TIFFTAG_PAGENAME)) }
      } else if wanted == 0 ? isVersion : count == wanted + 1 && page.isReduction {
        // Versions of a later page follow it, and say what they are.
        if Self.isVersion(page, of: picture, mustSay: !page.isTiled) { reductions.append(page) }
      }
    }
    guard wanted >= 0, wanted < count else {
      throw CodecError(.other, "the file has no page \(wanted)")
    }
    self.picture = picture
    names = Self.names(titles, numbers, OMEPlanes.names(in: metadata, salt: salt))
    for offset in inside.prefix(Self.mostDirectories) {
      guard (try? file.select(.offset(offset))) != nil,
        let version = try? TIFFDirectory(of: file, at: .offset(offset)),
        Self.isVersion(version, of: picture, mustSay: false)
      else { continue }
      reductions.append(version)
    }
    reductions.sort { $0.size.width > $1.size.width }
    try file.select(picture.place)
  }

  /// The pages' own titles, or what microscopes' metadata call their directories.
  private static func names(
    _ titles: [String], _ numbers: [Int], _ planes: [Int: String]
  ) -> [String] {
    guard numbers.count > 1 else { return [] }
    let names = zip(titles, numbers).map { title, number in
      title.isEmpty ? planes[number] ?? "" : title
    }
    return names.allSatisfy(\.isEmpty) ? [] : names
  }

  /// Whether the versions are a pyramid without gaps: for any view at up to half of the picture's
  /// scale, one of them has fewer pixels than what the careful tiles are made of.
  var areClose: Bool {
    guard let last = reductions.last else { return false }
    return max(last.size.width, last.size.height) <= Self.smallestVersion
      && zip([picture] + reductions, reductions).allSatisfy {
        $1.size.width * 2 + 1 >= $0.size.width && $1.size.height * 2 + 1 >= $0.size.height
      }
  }

  /// The longer side of a version that is decoded within milliseconds, and so may be twice.
  private static let smallestVersion = 512

  /// Whether a directory shows the whole picture, smaller.
  ///
  /// A tiled page of the picture's own shape is one, whether it says so (as it should) or not (as
  /// microscopes write them); of a page in strips only its word is taken, as it may be a thumbnail
  /// of something else.
  private static func isVersion(
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
