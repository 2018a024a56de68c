import Filters

/// The filters that keys go through one by one: those that people look with, and not edit with.
struct FilterCycle {
  /// Their names, after no filter at all.
  static let names = [
    "grayscale", "invert", "clipping", "focus-peaking", "edges", "false-color",
  ]

  /// The chain that stands where there is no filter: what somebody has made is never lost.
  private var own = FilterChain()

  /// The chain that follows another, or comes before it, and what it is called.
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
