import Geometry
import TurnProtocol

/// How a picture's file is turned.
package struct FileTurn: Hashable, Sendable {
  /// The change of the picture as it is seen.
  package let orientation: Orientation
  /// What to do about edges that can't be turned without loss.
  package var edges = TurnEdges.refuse
  /// True to turn a file that has other names (hard links), which keep the picture as it was.
  package var leavesOtherNames = false
  /// Other paths that lead to the same file, and that the command is about too.
  package internal(set) var links: [[UInt8]] = []

  /// Creates a turn that asks before anything is lost.
  package init(by orientation: Orientation) { self.orientation = orientation }
}

/// A file that was turned, with what turns it back.
package struct TurnedFile: Hashable, Sendable {
  /// The file, with all links followed.
  let place: [UInt8]
  /// Other paths that lead to it.
  package let links: [[UInt8]]
  /// What was done.
  let result: TurnResult
  /// The version of the file that was turned.
  let before: FileIdentity
  /// The original in the trash, if its edges were trimmed; `nil` also if it wasn't found there.
  let original: TrashedFile?

  /// True if the pixels are as they were, and only the orientation tag has changed.
  package var isByTag: Bool { result.pixels == .identity }
  /// True if the edges were trimmed; the original is in the trash.
  package var isTrimmed: Bool { result.isTrimmed }
}
