import Geometry
import Glibc
import Platform
import Testing

@testable import FileChanges

/// Each command with each fault: it does all of its work, or fails with one sentence; no file is
/// lost, and nothing is left behind.
@Suite(.serialized, .enabled(if: TestTrash.isUsable, "\(TestTrash.skipReason)"))
struct FileFaultMatrixTests {
  @Test(
    arguments: FaultCell.all([
      .vanished, .longName, .link, .hardLink, .emptiedTrash, .noPermission, .permissionTaken,
    ]))
  func nothingIsLost(cell: FaultCell) throws { try check(cell) }

  @Test(
    .enabled(if: TestMount.isPossible, "\(TestMount.skipReason)"),
    arguments: FaultCell.all([.fullDisk, .readOnly]))
  func nothingIsLostOnBadDisks(cell: FaultCell) throws { try check(cell) }

  @Test(
    .enabled(if: TestFiles.hasOtherDevice, "/dev/shm is no device of its own"),
    arguments: FaultCell.all([.otherDevice]))
  func nothingIsLostBetweenDevices(cell: FaultCell) throws { try check(cell) }

  private func check(_ cell: FaultCell) throws {
    let scene = try FaultScene(cell)
    let before = scene.snapshot()
    let result = scene.withFault(.noPermission) {
      perform(scene.action, scene.source, scene.collision)
    }
    let after = scene.snapshot()
    switch (result, cell.failure) {
    case (.failure(let error), let expected?):
      #expect(expected.matches(error.kind), "\(error)")
      expectSentence(error)
      #expect(after == before)
    case (.success(let change), let expected) where expected == nil || expected == .perhapsLong:
      #expect(after == scene.expected(after: before, change), "\(change)")
      try checkUndo(change, scene, before: before, after: after)
    case (.failure(let error), nil): Issue.record("\(error.kind): \(error.sentence)")
    case (.success, _): Issue.record("it succeeds")
    }
  }

  private func checkUndo(
    _ change: FileChange, _ scene: FaultScene, before: FaultScene.Snapshot,
    after: FaultScene.Snapshot
  ) throws {
    try scene.emptyTrash(of: change)
    let result = scene.withFault(.permissionTaken) { undo(change) }
    let undone = scene.snapshot()
    switch (result, scene.cell.undoFailure) {
    case (.failure(let error), let expected?):
      #expect(expected.matches(error.kind), "\(error)")
      expectSentence(error)
      #expect(undone == after)
    case (.success(let back), nil):
      if scene.displaces, scene.cell.fault == .emptiedTrash {
        let complaint = try #require(back.complaint)
        #expect(complaint.kind == .trashEmptied)
        expectSentence(complaint)
      } else {
        #expect(back.complaint == nil)
      }
      scene.expectBack(undone, before)
    case (.failure(let error), nil): Issue.record("not undone: \(error.sentence)")
    case (.success, _): Issue.record("it is undone")
    }
  }

  private func expectSentence(_ error: FileChangeError) {
    let sentence = error.sentence
    #expect(!sentence.isEmpty && sentence.utf8.count < 300 && sentence.last != ".")
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }
}

/// A command and what goes wrong with it.
struct FaultCell: CustomTestStringConvertible, Sendable {
  enum Command: String, CaseIterable { case trash, delete, rename, copy, move, turn }

  enum Fault: String {
    /// The file system has 64 KiB.
    case fullDisk
    case readOnly
    /// Another program deletes the file before.
    case vanished
    /// 255 bytes that are no text.
    case longName
    /// The file is a symbolic link.
    case link
    /// The file has another name.
    case hardLink
    /// The file is on another device than the target and the trash.
    case otherDevice
    /// The trash is emptied before the change is undone.
    case emptiedTrash
    case noPermission
    /// Permission is taken away before the change is undone.
    case permissionTaken
  }

  /// Why it fails.
  enum Failure {
    case gone, diskFull, readOnly, notAllowed, noTrash, otherNames, trashEmptied, deletedForGood
    /// GLib before 2.78 can't trash files with long names.
    case perhapsLong
    case noTrashOrNotAllowed

    func matches(_ kind: FileChangeError.Kind) -> Bool {
      switch (self, kind) {
      case (.gone, .gone), (.diskFull, .diskFull), (.readOnly, .readOnly),
        (.notAllowed, .notAllowed), (.noTrash, .noTrash), (.otherNames, .otherNames(1)),
        (.trashEmptied, .trashEmptied), (.deletedForGood, .deletedForGood):
        true
      case (.perhapsLong, .noTrash("the name is too long")): true
      case (.noTrashOrNotAllowed, .noTrash), (.noTrashOrNotAllowed, .notAllowed): true
      default: false
      }
    }
  }

  let command: Command
  let fault: Fault

  static func all(_ faults: [Fault]) -> [FaultCell] {
    faults.flatMap { fault in Command.allCases.map { FaultCell(command: $0, fault: fault) } }
  }

  var testDescription: String { "\(command.rawValue), \(fault.rawValue)" }

  /// Why the command fails; `nil` if it succeeds.
  var failure: Failure? {
    switch (fault, command) {
    case (.vanished, _): .gone
    // Root as another user has no right to the trash either.
    case (.noPermission, .trash): .noTrashOrNotAllowed
    case (.noPermission, _): .notAllowed
    case (.fullDisk, .copy), (.fullDisk, .move), (.fullDisk, .turn): .diskFull
    case (.fullDisk, .trash), (.readOnly, .trash), (.otherDevice, .trash): .noTrash
    case (.readOnly, _): .readOnly
    case (.hardLink, .turn): .otherNames
    case (.longName, .trash): .perhapsLong
    default: nil
    }
  }

  /// Why undoing fails; `nil` if it succeeds.
  var undoFailure: Failure? {
    switch (fault, command) {
    case (_, .delete): .deletedForGood
    case (.emptiedTrash, .trash), (.emptiedTrash, .turn): .trashEmptied
    case (.permissionTaken, _): .notAllowed
    default: nil
    }
  }
}
