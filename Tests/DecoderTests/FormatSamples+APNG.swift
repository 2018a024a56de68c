extension FormatSamples {
  /// Animated PNG files: whose first frame is the picture, and not.
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
