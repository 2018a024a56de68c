import Decoding
import Platform
import TestSupport
import Testing

/// `Documentation/Formats.md` agrees with the code.
@Suite struct FormatsDocumentTests {
  /// The cells of the table's rows.
  private func rows() throws -> [[String]] {
    try PackageFile.lines("Documentation/Formats.md").filter { $0.hasPrefix("| ") }.dropFirst().map
    {
      $0.split(separator: "|").map { cell in
        String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  @Test func everyFormatHasItsRow() throws {
    let rows = try rows()
    #expect(rows.map(\.first) == PictureFormat.all.map(\.name))
    for (row, format) in zip(rows, PictureFormat.all) {
      #expect(row.count == 6, "\(format.name)")
      #expect(row[1] == format.mimeTypes.joined(separator: ", "))
      #expect(row[3] == format.packages.joined(separator: ", "))
    }
  }

  @Test func theDocumentNamesPackagesOfNewerReleases() throws {
    let text = try PackageFile.text("Documentation/Formats.md")
    for package in Set(PictureFormat.all.flatMap(\.packages)) {
      let newer = DebianSuite.trixie.name(of: package)
      guard newer != package else { continue }
      #expect(text.contains("`\(package)`") && text.contains("`\(newer)`"), "\(package)")
    }
  }

  @Test(.enabled(if: Self.isKnownDebian, "this is no Debian 12 or 13"))
  func everyPackageExistsInThisRelease() throws {
    for package in Set(PictureFormat.all.flatMap { $0.packages(of: .current) }) {
      let process = try TestProcess("dpkg-query", ["-W", "-f", "${db:Status-Status}", package])
      _ = process.wait(limit: 60)
      #expect(process.standardOutput == Array("installed".utf8), "\(package)")
    }
  }

  private static let isKnownDebian: Bool = {
    guard let text = FileDescriptor.start(of: Array("/etc/os-release".utf8), limit: 4096)
    else { return false }
    let lines = text.split(separator: "\n")
    return lines.contains("ID=debian")
      && (lines.contains("VERSION_ID=\"12\"") || lines.contains("VERSION_ID=\"13\""))
  }()

  @Test func theDocumentNamesTheDecodersLibraries() throws {
    let folder = Array(PipedProcess.built("").utf8).dropLast()
    let answers = DecoderSurvey.answers(locator: DecoderLocator(folders: [Array(folder)]))
    for (row, answer) in zip(try rows(), answers) {
      let library = try answer.result.get()
      #expect(row[2] == library.name)
      // The project's own decoders use no library.
      #expect(library.name.isEmpty || library.version.contains("."), "\(row[0])")
    }
  }

  @Test func theDocumentListsTheUnsupportedFormats() throws {
    let text = try PackageFile.text("Documentation/Formats.md")
    let samples: [(name: String, bytes: [UInt8])] = [
      ("DPX", Array("SDPX".utf8)), ("farbfeld", Array("farbfeld".utf8)),
      ("PostScript", Array("%!PS-Adobe".utf8)), ("FLIF", Array("FLIF".utf8)),
    ]
    for sample in samples {
      #expect(Sniffer.content(of: sample.bytes) == .unread(sample.name))
      #expect(text.contains(sample.name + ","), "\(sample.name)")
    }
  }
}
