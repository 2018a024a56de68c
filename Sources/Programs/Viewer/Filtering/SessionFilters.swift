import FilterPanel
import Filters
import Geometry

/// The filters of a window, once they have been used.
struct SessionFilters {
  /// The chain, the panel that changes it, and the split line.
  var panel: FilterPanel
  /// True while the whole chain is switched off.
  var isOff = false
  /// The state of the keys that cycle through filters.
  var cycle = FilterCycle()
  var fileProblems: [FilterError] = []
  /// True if the user has changed the chain: one that was only displayed is not saved.
  var hasChanged = false
  /// Why chains can't be drawn; the renderer reports each only once.
  private var refusals: [[FilterDefinition]: FilterError] = [:]
  /// The filters of recent frames, each with the first frame that used them.
  private var drawn: [(frame: UInt64, definitions: [FilterDefinition])] = []
  private var suspects: [FilterDefinition] = []
  private var losses = 0

  /// Creates the filters with an initial chain.
  init(panel: FilterPanel) { self.panel = panel }

  /// The chain to draw.
  var shown: FilterChain { panel.isComparing ? FilterChain() : chain }

  /// The chain to draw without comparing, and to save.
  var chain: FilterChain { isOff ? FilterChain() : panel.chain }

  /// Returns how far beyond a view the chain samples, in device pixels.
  ///
  /// Comparing does not change it, so that the filters reappear at once when the key is released.
  func margin(zoom: Double) -> Int { chain.margin(zoom: zoom) }

  /// Returns the x coordinate from which the surface is filtered.
  func split(on surface: PixelSize) -> Int? {
    chain.isIdentity ? nil : panel.splitColumn(on: surface)
  }

  /// Why the chain can't be drawn, if that has been tried.
  var refusal: FilterError? { refusals[chain.active.map(\.definition)] }

  /// Records the filters that a frame was drawn with.
  mutating func noteFrame(_ number: UInt64, _ chain: FilterChain) {
    let definitions = chain.active.map(\.definition)
    guard drawn.last?.definitions != definitions else { return }
    drawn.append((number, definitions))
    if drawn.count > Self.mostRemembered { drawn.removeFirst() }
  }

  /// Records that a frame's filters can't be drawn.
  mutating func refuse(frame: UInt64, _ problem: FilterError) {
    guard let chain = drawn.last(where: { $0.frame <= frame })?.definitions else { return }
    // A user who writes a shader may produce many that do not compile.
    if refusals.count >= Self.mostRemembered { refusals.removeAll() }
    refusals[chain] = problem
  }

  private static let mostRemembered = 32

  /// The errors that the panel shows.
  var notices: [String] { (fileProblems + [refusal].compactMap { $0 }).map(\.description) }

  /// Records a lost GL context; returns true if the user's own filters were switched off because of
  /// it.
  ///
  /// A shader that never ends makes the driver reset the GPU each time it is drawn.
  mutating func noteLoss() -> Bool {
    let users = chain.active.map(\.definition).filter { $0.origin != .builtIn }
    guard !users.isEmpty else { return false }
    losses = users == suspects ? losses + 1 : 1
    suspects = users
    guard losses >= 2 else { return false }
    losses = 0
    var chain = panel.chain
    for index in chain.links.indices where chain.links[index].definition.origin != .builtIn {
      chain.links[index].isOn = false
    }
    panel.setChain(chain)
    return true
  }
}
