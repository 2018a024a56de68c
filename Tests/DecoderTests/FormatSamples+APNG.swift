extension FormatSamples {
  /// Animated PNG files: one whose first frame is the default picture, and one where it is not.
  static func apng() -> [PictureFile] {
    [
      PictureFile(
        APNGFrameTests.animation(.init(colorType: 6, depth: 8), seed: 1, count: 4).bytes),
      PictureFile(
        APNGFrameTests.animation(
          .init(colorType: 3, depth: 4, isInterlaced: true, hasDefaultImage: true), seed: 2,
          count: 3
        ).bytes),
    ]
  }
}
