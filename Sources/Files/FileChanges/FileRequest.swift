/// A request to change one file: which, how, and what to do if the new name is taken.
package struct FileRequest: Hashable, Sendable {
  /// The kinds of changes.
  package enum Action: Hashable, Sendable {
    /// Move the file to the trash.
    case trash
    /// Delete the file for good.
    case delete
    /// Give the file another name in its folder.
    case rename(to: [UInt8])
    /// Copy the file into a folder.
    case copy(into: [UInt8])
    /// Move the file into a folder, on another device too.
    case move(into: [UInt8])
    /// Turn or mirror the picture in it.
    case turn(FileTurn)
  }

  /// What to do if a file has the new name already.
  package enum Collision: Hashable, Sendable {
    /// Fail with `FileChangeError.Kind.collision`, so that the user is asked.
    case ask
    /// Append a number to the new name.
    case keepBoth
    /// Move the other file to the trash first.
    case replace
  }

  /// The file's path; a link is changed itself, not its target, except by turning.
  package let path: [UInt8]
  /// The change.
  package let action: Action
  /// What to do if the new name is taken.
  package var collision = Collision.ask

  /// Creates a request.
  package init(_ action: Action, _ path: [UInt8], collision: Collision = .ask) {
    self.path = path
    self.action = action
    self.collision = collision
  }

  /// Returns a request to turn with other answers to what the user was asked; other requests stay.
  package func turning(_ change: (inout FileTurn) -> Void) -> FileRequest {
    guard case .turn(var turn) = action else { return self }
    change(&turn)
    return FileRequest(.turn(turn), path)
  }
}
