/// The selected row of the chain or the footer, and the expanded row.
struct RowSelection: Hashable, Sendable {
  private(set) var selected: FilterControl?
  /// The parameter whose options or colour channels are shown below it.
  var opened: FilterControl?

  /// Selects a row; if it is a colour, its channels are shown.
  mutating func select(_ row: FilterControl, _ edited: EditedChain) {
    selected = row
    if edited.parameter(of: row)?.kind == .color { opened = row.parent }
  }

  /// Selects the expanded parameter and collapses it.
  mutating func close() {
    selected = opened
    opened = nil
  }

  /// True if a row exists, whether or not the list of filters is open.
  func isValid(_ row: FilterControl?, _ edited: EditedChain) -> Bool {
    guard let row else { return false }
    switch (row, edited.parameter(of: row)?.kind) {
    case (.add, _), (.savePicture, _), (.saveView, _), (.keep, _), (.parameter, .some): return true
    case (.filter(let link), _): return edited.chain.links.indices.contains(link)
    case (.channel, .color): return opened == row.parent
    case (.option(_, _, let option), .options(let names)):
      return opened == row.parent && names.indices.contains(option)
    default: return false
    }
  }

  /// Selects the nearest row if the selected one no longer exists.
  mutating func repair(_ edited: EditedChain) {
    guard !isValid(selected, edited) else { return }
    guard let row = selected, let link = row.link, !edited.chain.links.isEmpty else {
      selected = edited.firstRow
      return
    }
    let isParentThere = isValid(row.parent, edited)
    selected = isParentThere ? row.parent : .filter(min(link, edited.chain.links.count - 1))
  }

  /// Updates the selection after a filter has been removed.
  mutating func noteRemoval(of link: Int, _ edited: EditedChain) {
    guard let row = selected, let place = row.link, place >= link else { return }
    let count = edited.chain.links.count
    selected =
      place > link
      ? row.moved(toLink: place - 1) : count == 0 ? .add : .filter(min(link, count - 1))
  }

  /// Updates the selection after a filter has been moved.
  mutating func noteMove(of link: Int, by distance: Int) {
    let target = link + distance
    func moved(_ row: FilterControl?) -> FilterControl? {
      guard let old = row?.link else { return row }
      if old == link { return row?.moved(toLink: target) }
      // The filters between move by one place.
      let isPassed = min(link, target) <= old && old <= max(link, target)
      return isPassed ? row?.moved(toLink: old - distance.signum()) : row
    }
    selected = moved(selected)
    opened = moved(opened)
  }
}

extension EditedChain {
  var firstRow: FilterControl { chain.links.isEmpty ? .add : .filter(0) }
}
