import CRsvg
import Glibc

/// The text encodings that libc converts with loadable modules.
///
/// If libxml2 is built without ICU, as in Debian 13, it uses libc for everything except Unicode,
/// ASCII and Latin 1; modules can't be loaded in the sandbox.
enum SVGEncodings {
  /// The encodings of documents from recent decades, by their modules' names.
  private static let names = [
    "ISO-8859-2", "ISO-8859-5", "ISO-8859-7", "ISO-8859-9", "ISO-8859-15", "windows-1250",
    "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1257", "KOI8-R",
    "KOI8-U", "Shift_JIS", "EUC-JP", "GBK", "GB18030", "GB2312", "Big5", "EUC-KR",
  ]

  /// Loads the modules permanently if libxml2 needs them: about 1 ms.
  static func load() {
    guard !hasICU else { return }
    // Never closed: libc unloads unused modules.
    for name in names { _ = g_iconv_open("UTF-8", name) }
  }

  /// True if the loaded libxml2 has its own converters.
  private static var hasICU: Bool {
    typealias HasFeature = @convention(c) (Int32) -> Int32
    guard let found = dlsym(nil, "xmlHasFeature") else { return false }
    return unsafeBitCast(found, to: HasFeature.self)(icuFeature) != 0
  }

  /// libxml2's `XML_WITH_ICU`.
  private static let icuFeature: Int32 = 32
}
