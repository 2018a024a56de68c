import CLinux

/// Settings of the C library's heap.
enum Heap {
  /// Lets all threads share one heap, for programs that allocate little; to be called first in main.
  ///
  /// Blocks of 128 KiB and more have pages of their own, which go back to the system with them: the
  /// textures of a driver without a GPU are such blocks, and would leave holes.
  static func useOne() { fresnel_use_one_heap() }

  /// Gives the system back what lies unused inside the heap; it takes a few milliseconds.
  static func trim() { fresnel_trim_heap() }
}
