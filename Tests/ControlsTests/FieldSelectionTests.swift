import Testing

@testable import Controls

/// Fields whose beginning is selected, such as a name without its extension.
@Suite struct FieldSelectionTests {
  private func field(_ edits: TextField.Edit...) -> TextField {
    var field = TextField("photo.jpg", selected: 5)
    for edit in edits { field.apply(edit) }
    return field
  }

  @Test func typingReplacesTheSelection() {
    #expect(field(.insert("a"), .insert("b")).text == "ab.jpg")
    #expect(field(.insert("a")).caret == 1)
    #expect(field(.deleteBackward).text == ".jpg")
    #expect(field(.deleteForward).text == ".jpg")
    #expect(field(.clear).text == "")
  }

  @Test func movingKeepsTheText() {
    #expect(field().caret == 5 && field().isSelected)
    for (edit, caret) in [(TextField.Edit.left, 0), (.right, 5), (.start, 0), (.end, 9)] {
      #expect(field(edit).caret == caret && !field(edit).isSelected)
      #expect(field(edit).text == "photo.jpg")
    }
    #expect(field(.right, .insert("s")).text == "photos.jpg")
  }
}
