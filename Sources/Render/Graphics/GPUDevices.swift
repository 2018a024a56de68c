import Glibc

/// The device files by which programs reach a GPU.
///
/// Without any of them EGL can only draw with the processor. To find that out by EGL takes its
/// libraries, a compiler among them, and some tens of megabytes.
package struct GPUDevices: Hashable, Sendable {
  /// The folder that devices are looked for in.
  package var folder: String

  /// The devices in a folder.
  package init(in folder: String = "/dev") { self.folder = folder }

  /// Mesa's and most others'; NVIDIA's own and Tegra's; Mali's, Adreno's, Vivante's and PowerVR's
  /// own; that of Linux below Windows.
  private static let names = [
    "dri", "nvidiactl", "nvidia0", "nvhost-gpu", "nvmap", "mali", "mali0", "kgsl-3d0", "galcore",
    "pvrsrvkm", "dxg",
  ]

  /// Whether there is any.
  package var arePresent: Bool { Self.names.contains { access("\(folder)/\($0)", F_OK) == 0 } }
}
