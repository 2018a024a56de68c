/// What the panel wants of the session.
package enum PanelEffect: Hashable, Sendable {
  /// The panel's `chain` is another.
  case chainChanged
  /// The panel, or the split line, looks different: ask for its drawing.
  case needsDrawing
  /// The panel has closed itself; the chain and the split line stay.
  case close
  /// Save the whole picture with its chain, at 100 %.
  case savePicture
  /// Save the view as it is seen.
  case saveView
  /// Show the picture without its chain, or with it again.
  case compare(Bool)
  /// The filtered part begins at another column, or with `nil` there is no split line.
  case splitMoved(Int?)
  /// Keep the chain across starts, or don't.
  case keepChanged(Bool)
  /// Read a file and answer with `setFile` or with a notice.
  case loadFile(link: Int, parameter: Int, path: [UInt8])
}

/// What became of an event.
package struct PanelOutcome: Hashable, Sendable {
  /// Whether the event was meant for the panel: nobody else should see it then.
  package var isConsumed: Bool
  /// What has to be done, each thing once, in order.
  package private(set) var effects: [PanelEffect]

  /// An outcome with its effects.
  package init(isConsumed: Bool = false, effects: [PanelEffect] = []) {
    self.isConsumed = isConsumed
    self.effects = effects
  }

  /// Adds what has to be done, once.
  mutating func add(_ effect: PanelEffect) {
    if case .splitMoved = effect {
      effects.removeAll { if case .splitMoved = $0 { true } else { false } }
    }
    if !effects.contains(effect) { effects.append(effect) }
  }
}
