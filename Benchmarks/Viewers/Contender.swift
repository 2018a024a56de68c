import Glibc
import TestSupport

/// A program that shows a picture, and how it is made to.
struct Contender: Sendable {
  let name: String
  let executable: String
  /// What stands before the file's name.
  var arguments: [String] = []
  /// The key that zooms to 100 %, by its keysym.
  var actualSize: UInt32? = 0x31
  /// Whether the wheel zooms only with Control.
  var wheelNeedsControl = false
  /// Whether it can be zoomed and panned at all.
  var isViewer = true
  /// Whether it is the viewer that all this is about, in this build or an older one.
  var isFresnel = false

  /// Where the window goes, for those that can be told.
  static let geometry = "1280x800+0+0"

  static let fresnel = Contender(
    name: "fresnel", executable: PipedProcess.built("fresnel"),
    arguments: ["--geometry", geometry], isFresnel: true)

  /// An older build, whose program `FRESNEL_BEFORE` names.
  static let before = getenv("FRESNEL_BEFORE").map {
    Contender(
      name: "before", executable: String(cString: $0), arguments: ["--geometry", geometry],
      isFresnel: true)
  }

  /// This build, and an older one to compare it with.
  static var own: [Contender] { [fresnel] + [before].compactMap(\.self) }

  /// A decoded picture put on a window once.
  static let floor = Contender(
    name: "floor", executable: PipedProcess.built("fresnel-bench-floor"), arguments: ["show"],
    isViewer: false)

  private static let others = [
    Contender(
      name: "feh", executable: "feh", arguments: ["--scale-down", "--geometry", geometry],
      actualSize: 0x2a),
    Contender(name: "imv-x11", executable: "imv-x11", actualSize: 0x61),
    Contender(name: "eog", executable: "eog", arguments: ["--new-instance"]),
    Contender(
      name: "geeqie", executable: "geeqie", arguments: ["-t", "--geometry=\(geometry)"],
      actualSize: 0x7a, wheelNeedsControl: true),
    Contender(name: "vipsdisp", executable: "vipsdisp"),
    Contender(name: "gwenview", executable: "gwenview", wheelNeedsControl: true),
    Contender(name: "xviewer", executable: "xviewer", arguments: ["--new-instance"]),
    Contender(name: "viewnior", executable: "viewnior"),
  ]

  /// The other viewers that are installed.
  static var installed: [Contender] { others.filter { TestProcess.canFind($0.executable) } }

  /// The names of those that are not.
  static var missing: [String] {
    others.filter { !TestProcess.canFind($0.executable) }.map(\.name)
  }
}
