import TestSupport

/// The resources that a viewer and its decoders use at one moment.
struct ViewerResources {
  var descriptors: Int
  var threads: Int
  var processes: Int
  var bytes: Int

  /// Counts them.
  init(of viewer: RunningViewer) {
    let process = viewer.process.pid
    descriptors = ProcessFamily.descriptors(of: process).count
    threads = ProcessFamily.threads(of: process).count
    processes = viewer.family.members.count
    bytes = ProcessFamily.ownBytes(of: process)
  }

  /// Writes them into a row, beside those of a later moment.
  func remark(_ row: SoakRow, later: ViewerResources) {
    row.remark("descriptors \(descriptors) → \(later.descriptors)")
    row.remark("threads \(threads) → \(later.threads)")
    row.remark("processes \(processes) → \(later.processes)")
    row.remark("MiB \(bytes >> 20) → \(later.bytes >> 20)")
  }
}
