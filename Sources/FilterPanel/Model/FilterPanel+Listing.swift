import Filters

/// The list of filters to add.
extension FilterPanel {
  mutating func openListing() {
    listing = Listing(found: library.filters, chainScroll: scroll)
    scroll = 0
    opened = nil
    hover = nil
  }

  mutating func closeListing() {
    scroll = listing?.chainScroll ?? scroll
    listing = nil
    hover = nil
  }

  /// Finds again: what is typed or the library is another.
  mutating func refreshListing() {
    guard let text = listing?.field.text else { return }
    listing?.found = FilterSearch.filters(in: library, matching: text)
    listing?.selected = 0
    scroll = 0
  }

  /// Adds one of those found and goes back to the chain.
  mutating func choose(_ place: Int) {
    guard let found = listing?.found, found.indices.contains(place) else { return }
    closeListing()
    add(found[place])
  }
}
