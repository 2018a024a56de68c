import Glibc
import TestSupport

/// A program that shows a picture, and how to run and operate it.
struct Contender: Sendable {
  let name: String
  let executable: String
  /// The arguments before the file's name.
  var arguments: [String] = []
  /// The keysym of the key that zooms to 100 %.
  var actualSize: UInt32? = 0x31
  /// True if the wheel zooms only with Control.
  var wheelNeedsControl = false
  /// True if the program can zoom and pan.
  var isViewer = true
  /// True for the viewer under test, in this build or an older one.
  var isFresnel = false

  /// The window's geometry, for programs that accept one.
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

  /// This build, and the older one if there is one.
  static var own: [Contender] { [fresnel] + [before].compactMap(\.self) }

  /// The lower bound: a decoded picture, put on a window once.
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

  /// The names of the other viewers that are not installed.
  static var missing: [String] {
    others.filter { !TestProcess.canFind($0.executable) }.map(\.name)
  }
}
