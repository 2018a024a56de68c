/// Which page of how many.
struct PageNumber: Hashable, Sendable {
  /// Counted from 1.
  var number: Int
  /// How many the file has.
  var count: Int

  /// What people read.
  var text: String { "page \(number) of \(count)" }
}
