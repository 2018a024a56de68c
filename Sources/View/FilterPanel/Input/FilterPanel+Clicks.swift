import Filters
import Geometry
import Gestures

/// What a press on each control does.
extension FilterPanel {
  mutating func click(
    _ control: PanelControl, isDouble: Bool, _ event: ButtonEvent, _ layout: PanelLayout,
    _ outcome: inout PanelOutcome
  ) {
    switch control {
    case .compare:
      isComparing = true
      drag?.kind = .compare
    case .split: toggleSplit()
    case .close: if listing != nil { closeListing() } else { close() }
    case .notice:
      notices = []
      typing?.problem = nil
    case .search: break
    case .row(let row): click(row, isDouble: isDouble, event, &outcome)
    case .toggle(let row):
      select(row)
      if row == .keep { keepsChain.toggle() } else { toggle(row) }
    case .moveUp(let link):
      select(.filter(link))
      move(link, by: -1)
    case .moveDown(let link):
      select(.filter(link))
      move(link, by: 1)
    case .remove(let link): remove(link)
    case .slider(let row):
      select(row)
      if isDouble { reset(row) } else { grab(row, at: event.position.x, layout) }
    case .value(let row):
      if case .options? = parameter(of: row)?.kind {
        select(row)
        opened = opened == row ? nil : row
      } else if typing?.row != row {
        beginTyping(row)
      }
    case .previousOption(let row):
      select(row)
      cycle(row, by: -1)
    case .nextOption(let row):
      select(row)
      cycle(row, by: 1)
    }
  }

  private mutating func click(
    _ row: PanelRow, isDouble: Bool, _ event: ButtonEvent, _ outcome: inout PanelOutcome
  ) {
    switch row {
    case .filter(let link):
      select(row)
      drag?.kind = .name(link: link, y: event.position.y)
    case .parameter, .channel:
      let isColor = parameter(of: row)?.kind == .color
      let wasOpened = opened == row
      select(row)
      // The first click on an opened colour closes it; a double-click must not leave it closed.
      if isColor, wasOpened, !isDouble { opened = nil }
      if isDouble { reset(row) }
    case .option, .add, .savePicture, .saveView: act(on: row, &outcome)
    case .keep: select(row)
    case .choice(let place): choose(place)
    }
  }

  /// What Enter does on a row, and a click where a row is one button.
  mutating func act(on row: PanelRow, _ outcome: inout PanelOutcome) {
    switch row {
    case .filter: toggle(row)
    case .parameter(let link, let index):
      switch parameter(of: row)?.kind {
      case .bool?: toggle(row)
      case .options(let names)?:
        opened = opened == row ? nil : row
        if opened == row, case .option(let chosen)? = value(of: row), names.indices.contains(chosen)
        {
          selection = .option(link: link, parameter: index, option: chosen)
        }
      default: beginTyping(row)
      }
    case .channel: beginTyping(row)
    case .option(let link, let index, let option):
      setValue(.option(option), link: link, parameter: index)
      opened = nil
      selection = .parameter(link: link, parameter: index)
    case .add:
      selection = .add
      openListing()
    case .savePicture:
      selection = row
      outcome.add(.savePicture)
    case .saveView:
      selection = row
      outcome.add(.saveView)
    case .keep: keepsChain.toggle()
    case .choice(let place): choose(place)
    }
  }
}
