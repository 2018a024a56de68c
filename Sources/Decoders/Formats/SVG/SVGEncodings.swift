import CRsvg
import Glibc

/// The encodings of texts that the C library converts by modules of its own.
///
/// Where libxml2 is built without ICU, as in Debian 13, it asks the C library for all but Unicode,
/// ASCII and Latin 1; a module that is not loaded before the lock-down can't be loaded any more.
enum SVGEncodings {
  /// What documents of the last decades were written in, by names of their modules' encodings.
  private static let names = [
    "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-9", "ISO-8859-15", "windows-1250",
    "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1257", "KOI8-R",
    "KOI8-U", "Shift_JIS", "EUC-JP", "GBK", "GB18030", "GB2312", "Big5", "EUC-KR",
  ]

  /// Loads their modules, for good, where libxml2 needs them: about a millisecond.
  static func load() {
    guard !hasICU else { return }
    // Never closed: the C library unloads modules that nobody has open.
    for name in names { _ = g_iconv_open("UTF-8", name) }
  }

  /// Whether libxml2, which librsvg has loaded, converts by itself.
  private static var hasICU: Bool {
    typealias HasFeature = @convention(c) (Int32) -> Int32
    guard let found = dlsym(nil, "xmlHasFeature") else { return false }
    return unsafeBitCast(found, to: HasFeature.self)(icuFeature) != 0
  }

  /// libxml2's `XML_WITH_ICU`.
  private static let icuFeature: Int32 = 32
}
