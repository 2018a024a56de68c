import Glibc

/// Remembers a thread, so that debug builds notice a GL object that dies on another one.
///
/// GL would delete the object of that number in whatever context the other thread has current, or
/// leak it silently.
struct ThreadMark {
  #if DEBUG
    private let thread = pthread_self()
  #endif

  func assertSame() {
    #if DEBUG
      assert(pthread_equal(thread, pthread_self()) != 0, "a GL object died on another thread")
    #endif
  }
}
