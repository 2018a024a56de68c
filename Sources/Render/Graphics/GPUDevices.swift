import Glibc

/// The device files of GPUs.
///
/// Without any of them EGL can only draw in software; finding that out through EGL loads its
/// libraries, a compiler among them, and takes tens of megabytes.
package struct GPUDevices: Hashable, Sendable {
  /// The folder with the device files.
  package var folder: String

  /// Creates the devices in a folder.
  package init(in folder: String = "/dev") { self.folder = folder }

  /// DRM, which Mesa and most others use; NVIDIA and Tegra; Mali, Adreno, Vivante and PowerVR; WSL.
  private static let names = [
    "dri", "nvidiactl", "nvidia0", "nvhost-gpu", "nvmap", "mali", "mali0", "kgsl-3d0", "galcore",
    "pvrsrvkm", "dxg",
  ]

  /// True if there is a device file.
  package var arePresent: Bool { Self.names.contains { access("\(folder)/\($0)", F_OK) == 0 } }
}
