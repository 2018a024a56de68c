/// Maps a file's pages to planes of its images.
struct FITSPages {
  private let images: [FITSImage]
  private let counts: [Int]

  /// The maximum number of pages to report.
  private static let most = 65_535

  init(_ images: [FITSImage]) {
    self.images = images
    counts = images.map { $0.pageCount(most: Self.most) }
  }

  /// The number of pages.
  var count: Int { counts.reduce(0) { min(Self.most, $0 + $1) } }

  /// A page's image and plane, from 0.
  func page(_ number: Int) -> (image: FITSImage, plane: Int)? {
    var rest = number
    for (image, count) in zip(images, counts) where number >= 0 {
      if rest < count { return (image, rest) }
      rest -= count
    }
    return nil
  }

  /// The pages' names, at most `most`; empty if the images have none.
  func names(most: Int) -> [String] {
    guard images.contains(where: { !$0.name.isEmpty }) else { return [] }
    var names: [String] = []
    for (image, count) in zip(images, counts) {
      for plane in 0..<count {
        guard names.count < most else { return names }
        names.append(count == 1 ? image.name : "\(image.name) \(plane + 1)")
      }
    }
    return names
  }
}
