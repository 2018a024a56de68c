import Preferences
import TestSupport
import Testing

@testable import Viewer

/// The messages about invalid lines of `[keys]`.
@Suite struct KeySentencesTests {
  @Test func aFileOfWrongKeysGetsFewSentences() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<2000).map { "\"no key \($0)\" = \"fit\"\n" }.joined()
    let path = try folder.file("config.toml", Array(("[keys]\n" + lines).utf8))
    let settings = ViewSettings(PreferencesFile.read(Array(path.utf8)))
    #expect(settings.sentences.count == PreferencesReading.mostSentences + 1)
    #expect(settings.sentences.first == "\(path):2: there is no key “no key 0”.")
    #expect(settings.sentences.last == "1988 more lines of [keys] have errors.")
  }
}
