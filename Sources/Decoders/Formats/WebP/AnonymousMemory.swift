import Glibc

/// Memory whose pages are allocated on first use, and can be released.
final class AnonymousMemory {
  let base: UnsafeMutableRawPointer
  private let count: Int

  private static let page = 4096

  /// `count` zero bytes; `nil` if there is not enough memory.
  init?(count: Int) {
    let memory = mmap(
      nil, max(1, count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0
    )
    guard let memory, memory != MAP_FAILED else { return nil }
    base = memory
    self.count = max(1, count)
  }

  deinit { munmap(base, count) }

  /// Releases the pages in a range of bytes; they become 0.
  func giveBack(_ range: Range<Int>) {
    // Includes the page in which the previous range ended.
    let first = range.lowerBound / Self.page * Self.page
    let end = range.upperBound / Self.page * Self.page
    if end > first { madvise(base + first, end - first, MADV_DONTNEED) }
  }
}
