/// What a panel draws of a text from outside: names of files, a decoder's last words.
///
/// Control characters, and those that turn the direction of what follows, become U+FFFD: neither
/// may rearrange the sentence around them. Line feeds stay. It ends after `limit` scalars, since
/// nobody reads more over a picture and laying text out takes time. A Swift string is always
/// well-formed UTF-8, so none that isn't gets through.
func drawableText(_ text: String, limit: Int = 4000) -> String {
  var drawable = String.UnicodeScalarView()
  var count = 0
  for scalar in text.unicodeScalars {
    if count == limit {
      drawable.append("…")
      break
    }
    drawable.append(isDrawable(scalar) ? scalar : "\u{FFFD}")
    count += 1
  }
  return String(drawable)
}

private func isDrawable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x0A: true
  case 0..<0x20, 0x7F..<0xA0: false
  case 0x061C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: false
  case 0xFFF9...0xFFFB, 0xE0000...0xE007F: false
  default: true
  }
}
