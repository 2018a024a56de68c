import Platform
import Testing

/// The Debian release that the program runs on, from `/etc/os-release`.
@Suite struct DebianSuiteTests {
  @Test func releasesAreIdentifiedByTheirNumbers() {
    #expect(DebianSuite(release: "ID=debian\nVERSION_ID=\"12\"\n") == .bookworm)
    #expect(
      DebianSuite(release: "NAME=\"Debian GNU/Linux\"\nVERSION_ID=12\nID=debian") == .bookworm)
    #expect(DebianSuite(release: "VERSION_ID=\"13\"\nID=debian\n") == .trixie)
  }

  @Test func unknownReleasesCountAsTheNewest() {
    for text in ["", "ID=debian\n", "ID=other\nVERSION_ID=\"12\"\n", "VERSION_ID=\"12\"\n"] {
      #expect(DebianSuite(release: text) == .trixie, "\(text)")
    }
  }

  @Test func packagesHaveTheReleasesNames() {
    #expect(DebianSuite.bookworm.name(of: "libavif15") == "libavif15")
    #expect(DebianSuite.trixie.name(of: "libavif15") == "libavif16")
    #expect(DebianSuite.trixie.name(of: "libheif1") == "libheif1")
  }
}
