import Filters

/// The filters that keys cycle through: those for inspection, not for editing.
struct FilterCycle {
  /// The filters' names; the cycle starts with no filter.
  static let names = [
    "grayscale", "invert", "clipping", "focus-peaking", "edges", "false-color",
  ]

  /// The user's own chain, which the cycle restores.
  private var own = FilterChain()

  /// Returns the next or previous chain in the cycle, and its name.
  mutating func step(
    from chain: FilterChain, isBack: Bool, in library: FilterLibrary
  ) -> (chain: FilterChain, name: String) {
    let filters = Self.names.compactMap { library.filter(named: $0) }
    let place = filters.firstIndex { chain == FilterChain([FilterLink($0)]) }
    if place == nil { own = chain }
    let count = filters.count + 1
    let next = ((place ?? -1) + 1 + (isBack ? count - 1 : 1)) % count
    guard next > 0 else {
      return (own, own.links.isEmpty ? "no filter" : "your filters")
    }
    let filter = filters[next - 1]
    return (FilterChain([FilterLink(filter)]), filter.summary)
  }
}
