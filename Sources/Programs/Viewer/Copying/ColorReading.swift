import Platform
import Tiles

/// The colour that is being read: of which picture, and until when it is wanted.
///
/// A large picture takes seconds to read. A user who has gone on to another one meanwhile would
/// find a colour on the clipboard that is nowhere on the screen.
struct ColorReading {
  private var reading: (number: Int, picture: SourceID, cancellation: Cancellation?)?
  private var count = 0

  /// True while a colour is being read.
  var isReading: Bool { reading != nil }

  /// Begins to read a colour of a picture; returns the number of the reading.
  mutating func begin(of picture: SourceID, cancelledBy cancellation: Cancellation?) -> Int {
    count += 1
    reading = (count, picture, cancellation)
    return count
  }

  /// Cancels the reading unless its picture is the one that is shown.
  mutating func keepOnly(_ shown: SourceID?) {
    guard let reading, reading.picture != shown else { return }
    reading.cancellation?.cancel()
    self.reading = nil
  }

  /// Ends a reading; returns true if its colour is wanted.
  mutating func end(_ number: Int) -> Bool {
    guard reading?.number == number else { return false }
    reading = nil
    return true
  }
}
