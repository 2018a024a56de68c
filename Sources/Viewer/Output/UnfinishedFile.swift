import CLinux
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

  /// Gives the finished file the first free name, in the folder that it is in, and tells its path.
  ///
  /// An empty file takes the name first: that nobody else gets it meanwhile holds on every file
  /// system, where linking and renaming without replacing do not.
  func rename(toFirstFree name: FreeName) throws(Errno) -> [UInt8] {
    let folder =
      name.folders.indices.first { path.starts(with: name.path(inFolder: $0, number: 1)) } ?? 0
    var number = 1
    while true {
      let final = name.path(inFolder: folder, number: number)
      let taken = final.withCPath {
        fresnel_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      if taken >= 0 {
        close(taken)
        do throws(Errno) {
          try rename(to: final)
        } catch {
          _ = final.withCPath { unlink($0) }
          throw error
        }
        return final
      }
      guard errno == EEXIST else { throw .last("open") }
      number += 1
    }
  }
}
