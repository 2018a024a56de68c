/// Memory for plain values, initialised on creation and freed with its owner.
///
/// Inner loops use its raw pointer: checked array access takes longer than the arithmetic.
package struct ScratchBuffer<Element: BitwiseCopyable>: ~Copyable {
  package let base: UnsafeMutablePointer<Element>
  package let count: Int

  /// Memory for `count` values, each `zero`.
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
