import CLinux
import Glibc
import Platform

/// A series of names for a new file, so that it never replaces an existing one.
///
/// `NAME-ENDING.png`, then `NAME-ENDING-2.png` and so on, in the first folder that is writable.
package struct UniqueFileName: Hashable, Sendable {
  /// The prefixes of the paths, most preferred first; empty for the current folder.
  let folders: [[UInt8]]
  private let stem: [UInt8]

  /// Creates names beside a picture; `ending` describes the new file.
  ///
  /// If its folder is not writable, the file goes to the current folder or the user's home. A
  /// picture without a name is called `picture`.
  init(beside path: [UInt8]?, ending: String, home: [UInt8]? = BaseFolder.home()) {
    var folders: [[UInt8]] = []
    var name = Array("picture".utf8)
    if let path {
      folders.append(PathBytes.folder(of: path))
      let base = PathBytes.lastComponent(of: path)
      // A leading dot marks a hidden file, not an extension.
      let dot = base.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > base.startIndex ? $0 : nil }
      name = Self.shortened(Array(base[..<(dot ?? base.endIndex)]))
    }
    folders.append([])
    if let home { folders.append(PathBytes.prefix(forEntriesOf: home)) }
    self.folders = folders
    stem = name + Array("-\(ending)".utf8)
  }

  /// Returns the path with a number, from 1, in one of the folders.
  func path(inFolder folder: Int, number: Int) -> [UInt8] {
    folders[folder] + stem + Array((number > 1 ? "-\(number)" : "").utf8) + Array(".png".utf8)
  }

  /// The first name without a folder.
  var leaf: [UInt8] { stem + Array(".png".utf8) }

  /// File systems limit names to 255 bytes, and the new name is longer than the picture's.
  private static func shortened(_ name: [UInt8]) -> [UInt8] {
    let most = 190
    guard name.count > most else { return name }
    // Do not split a UTF-8 character.
    var end = most
    while end > 0, name[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(name[..<end])
  }
}

/// A temporary file name, deleted at the end of its owner's lifetime unless renamed.
final class TemporaryFile {
  private let path: [UInt8]
  private var isOurs: Bool

  /// Creates the name of a new file; one that we did not create, such as a device, is left alone.
  init(path: [UInt8], isOurs: Bool) {
    self.path = path
    self.isOurs = isOurs
  }

  deinit {
    if isOurs { _ = path.withCPath { unlink($0) } }
  }

  /// Renames the finished file, replacing any existing one.
  func rename(to final: [UInt8]) throws(Errno) {
    guard isOurs else { return }
    let status = path.withCPath { from in final.withCPath { Glibc.rename(from, $0) } }
    guard status == 0 else { throw .last("rename") }
    isOurs = false
  }

  /// Renames the finished file to a path that no file has; fails with `EEXIST` otherwise.
  ///
  /// An empty file reserves the name first. That is atomic on every file system, whereas linking
  /// and renaming without replacement are not supported everywhere.
  func rename(toNew final: [UInt8]) throws(Errno) {
    let taken = final.withCPath {
      fresnel_open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard taken >= 0 else { throw .last("open") }
    close(taken)
    do throws(Errno) {
      try rename(to: final)
    } catch {
      _ = final.withCPath { unlink($0) }
      throw error
    }
  }

  /// Renames the finished file to the first free name in its folder, and returns that path.
  func rename(toFirstFree name: UniqueFileName) throws(Errno) -> [UInt8] {
    let folder =
      name.folders.indices.first { path.starts(with: name.path(inFolder: $0, number: 1)) } ?? 0
    var number = 1
    while true {
      let final = name.path(inFolder: folder, number: number)
      do throws(Errno) {
        try rename(toNew: final)
        return final
      } catch {
        guard error.code == EEXIST else { throw error }
      }
      number += 1
    }
  }
}
