/// What the filters ask for.
extension ViewerSession {
  /// Does what filters ask for.
  func perform(_ effects: [FilterEffect], at now: Double) {
    for effect in effects {
      switch effect {
      case .tell(let sentences): notices.tell(sentences, at: now)
      case .write(let sentences): notices.writeOnce(sentences)
      case .wasTold(let sentences): notices.noteTold(sentences)
      case .showCaption(let note): showCaption(at: now, note: note)
      case .draw(let panel, let split):
        notices.set(.panel, drawing: panel)
        notices.set(.split, drawing: split)
      case .redraw: needsRedraw = true
      case .savePicture: savePicture(at: now)
      case .saveView: saveView(at: now)
      }
    }
  }
}
