/// Memory for plain values, zeroed when it is made and freed with its owner.
///
/// Inner loops work on its bare pointer: checked array access takes longer than the arithmetic.
package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  package let base: UnsafeMutablePointer<Element>
  package let count: Int

  /// Room for `count` values, each `zero`.
  @inlinable
  package init(count: Int, zero: Element) {
    let count = max(count, 1)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Element>.stride, alignment: 64)
    base = memory.bindMemory(to: Element.self, capacity: count)
    base.initialize(repeating: zero, count: count)
    self.count = count
  }

  @inlinable
  deinit { UnsafeMutableRawPointer(base).deallocate() }
}
