import CLinux
import Glibc
import Platform

/// Names that a new file may have, so that it never takes the place of another.
///
/// `NAME-ENDING.png`, then `NAME-ENDING-2.png` and so on, in the first folder that takes files.
package struct FreeName: Hashable, Sendable {
  /// What the paths begin with, the folder that is wanted most first; empty for the current one.
  let folders: [[UInt8]]
  private let stem: [UInt8]

  /// Names beside a picture; `ending` tells what became of it.
  ///
  /// Where its folder takes no files: the current folder, then the user's home. A picture without a
  /// name of its own is called `picture`.
  init(beside path: [UInt8]?, ending: String, home: [UInt8]? = BaseFolder.home()) {
    var folders: [[UInt8]] = []
    var name = Array("picture".utf8)
    if let path {
      folders.append(PathBytes.folder(of: path))
      let base = PathBytes.lastComponent(of: path)
      // A dot in front hides a file, and ends no name.
      let dot = base.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > base.startIndex ? $0 : nil }
      name = Self.shortened(Array(base[..<(dot ?? base.endIndex)]))
    }
    folders.append([])
    if let home { folders.append(PathBytes.prefix(forEntriesOf: home)) }
    self.folders = folders
    stem = name + Array("-\(ending)".utf8)
  }

  /// The path of a number, counted from 1, in one of the folders.
  func path(inFolder folder: Int, number: Int) -> [UInt8] {
    folders[folder] + stem + Array((number > 1 ? "-\(number)" : "").utf8) + Array(".png".utf8)
  }

  /// Names end at 255 bytes on every file system, and ours are longer than the picture's.
  private static func shortened(_ name: [UInt8]) -> [UInt8] {
    let most = 190
    guard name.count > most else { return name }
    // The bytes of one character of UTF-8 stay together.
    var end = most
    while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name[..<end])
  }
}

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
