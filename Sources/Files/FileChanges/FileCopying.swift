import CLinux
import Glibc
import Platform

/// A copy of a file, complete and on the disk.
struct FileCopy: ~Copyable {
  let file: NewFile
  /// The version that was copied.
  let original: FileIdentity
}

/// Copies files, whole or not at all.
struct FileCopying {
  /// Returns true once the user has cancelled.
  let isCancelled: () -> Bool
  /// Called with the copied fraction, from 0 to 1.
  let report: (Double) -> Void

  /// The maximum number of bytes that one system call copies; the user can cancel between calls.
  private static let chunk = 16 << 20
  private static let bufferSize = 1 << 20

  /// Copies a file into a folder, without a name there, and flushes it to disk.
  ///
  /// Fails if the file changes meanwhile, since the copy would mix two versions. Permissions, times
  /// and extended attributes are kept as far as the file system supports them.
  func copy(_ path: [UInt8], into folder: [UInt8]) throws(FileChangeError) -> FileCopy {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let number = path.withCPath { fresnel_open($0, flags, 0) }
    guard number >= 0 else { throw .init(.last("open"), path) }
    let source = FileDescriptor(adopting: number)
    var status = stat()
    guard fstat(source.number, &status) == 0 else { throw .init(.last("fstat"), path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .init(.noFile, path) }
    let copy = try NewFile(in: folder)
    do throws(Errno) {
      try copyContents(from: source.number, status, to: copy.number)
      FileAttributes.copy(from: source.number, status, to: copy.number)
      guard fsync(copy.number) == 0 else { throw .last("fsync") }
    } catch {
      throw .init(error, path)
    }
    var after = stat()
    guard fstat(source.number, &after) == 0, FileIdentity(after) == FileIdentity(status) else {
      throw .init(.changed, path)
    }
    return FileCopy(file: copy, original: FileIdentity(status))
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
}
