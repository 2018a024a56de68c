import CLinux
import Glibc
import Platform

/// Copies files, whole or not at all.
struct FileCopying {
  /// Returns true once the user has cancelled.
  let isCancelled: () -> Bool
  /// Called with the copied fraction, from 0 to 1.
  let report: (Double) -> Void

  /// The maximum number of bytes that one system call copies; the user can cancel between calls.
  private static let chunk = 16 << 20
  private static let bufferSize = 1 << 20

  /// Copies a file or a link to a temporary name in a folder, and flushes it to disk.
  ///
  /// Fails if the file changes meanwhile, since the copy would mix two versions. Permissions, times
  /// and extended attributes are kept as far as the file system supports them. Returns the
  /// temporary path and the copied version of the file.
  func copy(
    _ path: [UInt8], into folder: [UInt8]
  ) throws(FileChangeError) -> (path: [UInt8], original: FileIdentity) {
    let status: FileStatus
    do throws(Errno) { status = try FileStatus(at: path) } catch { throw .init(error, path) }
    switch status.kind {
    case .link: return (try copyLink(path, into: folder), status.identity)
    case .file: return try copyFile(path, into: folder)
    case .folder, .other: throw .init(.noFile, path)
    }
  }

  private func copyLink(_ path: [UInt8], into folder: [UInt8]) throws(FileChangeError) -> [UInt8] {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    var status = stat()
    guard path.withCPath({ readlink($0, &target, target.count - 1) }) >= 0,
      path.withCPath({ lstat($0, &status) }) == 0
    else { throw .init(.last("readlink"), path) }
    let place = try Self.make(in: folder) { symlink(target, $0) }
    var times = [status.st_atim, status.st_mtim]
    _ = place.withCPath { utimensat(AT_FDCWD, $0, &times, AT_SYMLINK_NOFOLLOW) }
    return place
  }

  private func copyFile(
    _ path: [UInt8], into folder: [UInt8]
  ) throws(FileChangeError) -> (path: [UInt8], original: FileIdentity) {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let number = path.withCPath { fresnel_open($0, flags, 0) }
    guard number >= 0 else { throw .init(.last("open"), path) }
    let source = FileDescriptor(adopting: number)
    var status = stat()
    guard fstat(source.number, &status) == 0 else { throw .init(.last("fstat"), path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .init(.noFile, path) }
    var made: Int32 = -1
    let place = try Self.make(in: folder) { name in
      made = fresnel_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      return made
    }
    let copy = FileDescriptor(adopting: made)
    do throws(Errno) {
      try copyContents(from: source.number, status, to: copy.number)
      FileAttributes.copy(from: source.number, status, to: copy.number)
      guard fsync(copy.number) == 0 else { throw .last("fsync") }
    } catch {
      _ = place.withCPath { unlink($0) }
      throw .init(error, path)
    }
    var after = stat()
    guard fstat(source.number, &after) == 0, FileIdentity(after) == FileIdentity(status) else {
      _ = place.withCPath { unlink($0) }
      throw .init(.changed, path)
    }
    return (place, FileIdentity(status))
  }

  /// Copies the bytes; fails with `ECANCELED` if cancelled.
  private func copyContents(from source: Int32, _ status: stat, to copy: Int32) throws(Errno) {
    if fresnel_clone(copy, source) == 0 { return }
    let size = Int(status.st_size)
    // Detect a full disk before writing anything, except for files with holes.
    if size > 0, Int(status.st_blocks) >= size / 512, fresnel_fallocate(copy, 0, Int64(size)) != 0,
      errno == ENOSPC || errno == EDQUOT
    {
      throw .last("fallocate")
    }
    var done = 0
    var isInKernel = true
    var buffer: [UInt8] = []
    // Not beyond the size: something may be writing to the file.
    while size == 0 || done < size {
      if isCancelled() { throw Errno(code: ECANCELED, call: "copy_file_range") }
      if size > 0 { report(min(1, Double(done) / Double(size))) }
      if isInKernel {
        let count = fresnel_copy_range(
          source, copy, Int64(done), size == 0 ? Self.chunk : min(Self.chunk, size - done))
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          // The end of the file, or no support for the call, or a disk error, which a plain write
          // reports again.
          isInKernel = false
        }
      } else {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.bufferSize) }
        let most = size == 0 ? buffer.count : min(buffer.count, size - done)
        let count = pread(source, &buffer, most, off_t(done))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw .last("pread") }
        guard count > 0 else { break }
        try FileDescriptor.writeAll(buffer[..<count], to: copy, at: done)
        done += count
      }
    }
    // Shorter if the file was truncated meanwhile.
    guard ftruncate(copy, off_t(done)) == 0 else { throw .last("ftruncate") }
  }

  /// Makes a temporary name in a folder, by a call that fails with `EEXIST`; returns the path.
  static func make(
    in folder: [UInt8], by call: (UnsafePointer<CChar>) -> Int32
  ) throws(FileChangeError) -> [UInt8] {
    while true {
      let suffix = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let place = FilePlace(Array(".fresnel-\(suffix)".utf8), in: folder).path
      if place.withCPath(call) >= 0 { return place }
      let error = Errno.last("open")
      if error.code == EEXIST { continue }
      throw error.isMissingFile ? .init(.noFolder, folder) : .init(error, folder)
    }
  }
}
