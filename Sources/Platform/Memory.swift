import CLinux

/// Settings of the C library's heap.
public enum Heap {
  /// Lets all threads share one heap, for programs that allocate little; to be called first in main.
  public static func useOne() { fresnel_use_one_heap() }
}
