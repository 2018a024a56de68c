import Glibc

/// Pages of memory that are taken from the system when they are touched, and can be given back.
final class AnonymousMemory {
  let base: UnsafeMutableRawPointer
  private let count: Int

  private static let page = 4096

  /// So many bytes, all 0; `nil` where there is no room for them.
  init?(count: Int) {
    let memory = mmap(
      nil, max(1, count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
    )
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory
    self.count = max(1, count)
  }

  deinit { munmap(base, count) }

  /// Gives back the pages that lie in a range of bytes; they are 0 from then on.
  func giveBack(_ range: Range<Int>) {
    // The page in which the range before ended goes with this one.
    let first = range.lowerBound / Self.page * Self.page
    let end = range.upperBound / Self.page * Self.page
    if end > first { madvise(base + first, end - first, MADV_DONTNEED) }
  }
}
