import Glibc
import Platform

/// The name of a file that is being written: taken away with its owner unless it got its final one.
final class UnfinishedFile {
  private let path: [UInt8]
  private var isOurs: Bool

  /// A file that was just made; one that is not ours, such as a device, is left alone.
  init(path: [UInt8], isOurs: Bool) {
    self.path = path
    self.isOurs = isOurs
  }

  deinit {
    if isOurs { _ = path.withCPath { unlink($0) } }
  }

  /// Gives the finished file its name, in place of what had it before.
  func rename(to final: [UInt8]) throws(Errno) {
    guard isOurs else { return }
    let status = path.withCPath { from in final.withCPath { Glibc.rename(from, $0) } }
    guard status == 0 else { throw .last("rename") }
    isOurs = false
  }
}
