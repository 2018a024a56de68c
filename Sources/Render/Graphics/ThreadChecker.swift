import Glibc

/// Remembers a thread, so that debug builds detect a GL object that is destroyed on another one.
///
/// GL would delete the object of that name in the other thread's current context, or leak it
/// silently.
struct ThreadChecker {
  #if DEBUG
    private let thread = pthread_self()
  #endif

  func assertSame() {
    #if DEBUG
      assert(pthread_equal(thread, pthread_self()) != 0, "a GL object died on another thread")
    #endif
  }
}
