import Testing

@testable import Viewer

/// What the traits of commands rule out in each other.
@Suite struct CommandTraitsTests {
  private func names(with trait: CommandTraits) -> [CommandName] {
    CommandName.allCases.filter { $0.definition.traits.contains(trait) }
  }

  @Test func eachTraitIsABitOfItsOwn() {
    let traits = CommandTraits.names.map(\.trait)
    #expect(traits.allSatisfy { $0.rawValue.nonzeroBitCount == 1 })
    #expect(Set(traits).count == traits.count)
    for (trait, name) in CommandTraits.names {
      #expect(!names(with: trait).isEmpty, "no command is \(name)")
    }
  }

  /// A held key must not delete a whole folder, start programs or make the window flicker.
  @Test func noHeldKeyActsOutsideOfTheViewOrSwitches() {
    for name in names(with: .repeats) {
      let definition = name.definition
      #expect(definition.state == nil, "\(name) is a switch")
      #expect(
        definition.traits.isDisjoint(with: [.needsConfirmation, .held, .undoable, .destructive]),
        "\(name)")
    }
  }

  @Test func stepsRepeat() {
    let steps: [CommandName] = [
      .next, .previous, .nextPage, .previousPage, .zoomIn, .zoomOut, .panLeft, .panRight, .panUp,
      .panDown, .exposeMore, .exposeLess, .faster, .slower, .nextMarked, .previousMarked,
    ]
    for name in steps { #expect(name.definition.traits.contains(.repeats), "\(name)") }
    for name in names(with: .scalable) {
      #expect(name.definition.traits.contains(.repeats), "\(name)")
    }
  }

  /// A wheel takes them, and must not leave the view or flicker either.
  @Test func whatHasAnOppositeIsAStep() {
    for name in CommandName.allCases {
      guard let command = Command(name), let opposite = command.opposite else { continue }
      #expect(name.definition.traits.contains(.repeats), "\(name)")
      #expect(opposite.name.definition.traits.contains(.repeats), "\(opposite)")
      #expect(opposite.opposite == command, "\(name)")
    }
    for name in names(with: .repeats) {
      guard let command = Command(name) else { continue }
      #expect(command.opposite != nil, "\(name)")
    }
  }

  @Test func whatChangesFilesNeedsThemAndConsent() {
    let changes = names(with: .undoable) + names(with: .destructive)
    #expect(Set(changes).count == changes.count, "what is lost for good can't be undone")
    for name in changes {
      let definition = name.definition
      #expect([.file, .files].contains(definition.needs), "\(name)")
      #expect(definition.traits.contains(.needsConfirmation), "\(name)")
    }
  }
}
