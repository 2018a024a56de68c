extension DecodedPicture {
  /// Makes an RGBA picture opaque if it has colours but all alphas are zero: its fourth byte is
  /// then unused.
  func showUnseen() {
    var hasColors = false
    for place in stride(from: 0, to: pixels.count, by: 4) {
      if pixels[place + 3] != 0 { return }
      hasColors = hasColors || pixels[place] | pixels[place + 1] | pixels[place + 2] != 0
    }
    guard hasColors else { return }
    for place in stride(from: 3, to: pixels.count, by: 4) { pixels[place] = 255 }
  }
}
