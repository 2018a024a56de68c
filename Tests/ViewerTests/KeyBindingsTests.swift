import Geometry
import InputEvents
import Testing

@testable import Viewer

@Suite struct KeyBindingsTests {
  private func command(_ key: Keysym, _ modifiers: Modifiers = []) -> Command? {
    KeyBindings.command(
      for: KeyPress(keysym: key.rawValue, modifiers: modifiers, position: .zero, time: 0))
  }

  @Test func keysDoWhatTheReadmeSays() {
    #expect(command(.plus) == .zoomIn)
    #expect(command(.minus) == .zoomOut)
    #expect(command(.zero) == .fit)
    #expect(command(.one) == .actualSize)
    #expect(command(.f) == .toggleFullScreen)
    #expect(command(.f11) == .toggleFullScreen)
    #expect(command(.r) == .turnRight)
    #expect(command(.shiftR, .shift) == .turnLeft)
    #expect(command(.m) == .mirror)
    #expect(command(.left) == .pan(.left))
    #expect(command(.h) == .pan(.left))
    #expect(command(.j) == .pan(.down))
    #expect(command(.k) == .pan(.up))
    #expect(command(.l) == .pan(.right))
    #expect(command(.space) == .next)
    #expect(command(.n) == .next)
    #expect(command(.pageDown) == .next)
    #expect(command(.backspace) == .previous)
    #expect(command(.p) == .previous)
    #expect(command(.pageUp) == .previous)
    #expect(command(.home) == .first)
    #expect(command(.end) == .last)
    #expect(command(.question, .shift) == .toggleHelp)
    #expect(command(.escape) == .escape)
    #expect(command(.q) == .quit)
    #expect(command(Keysym(".")) == .nextPage)
    #expect(command(Keysym(",")) == .previousPage)
    #expect(command(.pageDown, .shift) == .nextPage)
    #expect(command(.pageUp, .shift) == .previousPage)
    #expect(command(Keysym("d")) == .toggleTiles)
  }

  @Test func filtersHaveTheirKeys() {
    func letter(_ character: Unicode.Scalar, _ modifiers: Modifiers = []) -> Command? {
      command(Keysym(character), modifiers)
    }
    #expect(letter("e") == .toggleFilterPanel)
    #expect(letter("c") == .compare)
    #expect(letter("v") == .toggleSplit)
    #expect(letter("x") == .toggleFilters)
    #expect(letter("g") == .nextFilter)
    #expect(letter("G", .shift) == .previousFilter)
    #expect(letter("s") == .toggleMagnification)
    #expect(letter("s", .control) == .savePicture)
    #expect(letter("S", [.control, .shift]) == .saveView)
    #expect(letter("s", [.control, .alt]) == nil)
  }

  @Test func chordsBelongToTheWindowManager() {
    #expect(command(.q, .control) == nil)
    #expect(command(.f, .alt) == nil)
    #expect(command(.one, .logo) == nil)
  }

  @Test func sideButtonsGoThroughTheAlbum() {
    #expect(KeyBindings.command(forButton: 8) == .previous)
    #expect(KeyBindings.command(forButton: 9) == .next)
    #expect(KeyBindings.command(forButton: 1) == nil)
  }
}
