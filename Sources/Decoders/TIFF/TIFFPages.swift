import DecoderProtocol
import Geometry

/// Which directories of a file are its first picture, smaller versions of it, and other pages.
struct TIFFPages {
  /// The picture.
  let picture: TIFFDirectory
  /// Smaller versions of the whole picture, the largest first.
  private(set) var reductions: [TIFFDirectory] = []
  /// Pages, the first picture among them.
  private(set) var count = 1

  /// How many directories are looked at: a chain that is longer, or a loop, ends here.
  private static let mostDirectories = 1024
  /// How far a version's shape may be from the picture's: sizes are whole numbers.
  private static let roundingSlack = 1.5

  /// Looks through a file, whose first page is the current directory.
  init(of file: TIFFFile) throws(DecodeFailure) {
    let picture = try TIFFDirectory(of: file, at: .page(0))
    self.picture = picture
    let inside = file.subDirectories
    var number: UInt32 = 0
    while number < Self.mostDirectories, file.selectNext() {
      number += 1
      // A page that says nothing sensible of itself is not needed to show the first.
      guard let page = try? TIFFDirectory(of: file, at: .page(number)) else { continue }
      if page.isMask { continue }
      if isVersion(page, mustSay: !page.isTiled) {
        reductions.append(page)
      } else if !page.isReduction {
        count += 1
      }
    }
    for offset in inside.prefix(Self.mostDirectories) {
      guard (try? file.select(.offset(offset))) != nil,
        let version = try? TIFFDirectory(of: file, at: .offset(offset)),
        isVersion(version, mustSay: false)
      else { continue }
      reductions.append(version)
    }
    reductions.sort { $0.size.width > $1.size.width }
    try file.select(.page(0))
  }

  /// Whether a directory shows the whole picture, smaller.
  ///
  /// A tiled page of the picture's own shape is one, whether it says so (as it should) or not (as
  /// microscopes write them); of a page in strips only its word is taken, as it may be a thumbnail
  /// of something else.
  private func isVersion(_ page: TIFFDirectory, mustSay: Bool) -> Bool {
    guard page.isReduction || (!mustSay && picture.isTiled), page.isLike(picture),
      page.size.width < picture.size.width, page.size.height < picture.size.height
    else { return false }
    let width = Double(page.size.height) * Double(picture.size.width) / Double(picture.size.height)
    let height = Double(page.size.width) * Double(picture.size.height) / Double(picture.size.width)
    return abs(width - Double(page.size.width)) <= Self.roundingSlack
      || abs(height - Double(page.size.height)) <= Self.roundingSlack
  }
}
