import Glibc
import TestSupport

extension TemporaryFolder {
  /// Makes a folder with the program, the real PNG decoder, and the evil decoder in place of
  /// JPEG's; returns the program's path.
  func evilInstallation(hasEvil: Bool = true) throws -> String {
    let installation = try folder("installed")
    var files = ["fresnel", "fresnel-command", "fresnel-decode-png"].map { ($0, $0) }
    if hasEvil { files.append(("fresnel-evil-decoder", "fresnel-decode-jpeg")) }
    for (name, copy) in files {
      // Copy the programs: a link would lead them back to their build folder.
      let bytes = try TemporaryFolder.contents(of: PipedProcess.built(name))
      try file("installed/\(copy)", bytes)
      chmod("\(installation)/\(copy)", 0o755)
    }
    return installation + "/fresnel"
  }

  /// A file that looks like a JPEG and tells the evil decoder what to do.
  func evilFile(_ name: String, _ fault: String) throws -> String {
    try file(name, [0xFF, 0xD8, 0xFF, 0xE0] + Array("EVIL:\(fault)".utf8))
  }
}

extension RunningViewer {
  /// The running evil decoders, which replace JPEG's.
  ///
  /// Identified by the command line: the kernel truncates process names too much to tell decoders
  /// apart.
  var evilDecoders: [pid_t] {
    decoders().filter {
      ProcessFamily.text("/proc/\($0)/cmdline").hasPrefix("fresnel-decode-jpeg")
    }
  }
}
