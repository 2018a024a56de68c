/// One function of a filter, as the shader text that defines it.
package struct FilterStage: Hashable, Sendable {
  /// What the function looks at.
  package enum Hook: Hashable, Sendable {
    /// One colour at a time: `vec4 filter_color(vec4 color)`.
    case color
    /// Its neighbours too: `vec4 filter_image(vec2 position)`; `margin` is how far it looks.
    case image(margin: FilterMargin)
  }

  /// What the function looks at.
  package var hook: Hook
  /// The shader text after the stage's directives, to the next ones or the file's end.
  package var text: String
  /// The line of the file that the text begins with; the first is 1.
  package var firstLine: Int

  /// A stage with all its parts given.
  package init(hook: Hook, text: String, firstLine: Int) {
    self.hook = hook
    self.text = text
    self.firstLine = firstLine
  }
}
