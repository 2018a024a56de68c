import FilterPanel
import Filters
import Geometry

/// The filters of a window, from the moment in which they are first used.
struct SessionFilters {
  /// The chain, the panel that changes it, and the split line.
  var panel: FilterPanel
  /// Whether the chain is switched off as a whole.
  var isOff = false
  /// Where the keys that go through filters are.
  var cycle = FilterCycle()
  /// What is wrong with the user's files.
  var fileProblems: [FilterError] = []
  /// Whether somebody has changed the chain: what they were only shown is not kept.
  var hasChanged = false
  /// Why chains can't be drawn: the renderer says it once for each.
  private var refusals: [[FilterDefinition]: FilterError] = [:]
  /// Which filters the newest frames have had, and since which frame.
  private var drawn: [(frame: UInt64, definitions: [FilterDefinition])] = []
  private var suspects: [FilterDefinition] = []
  private var losses = 0

  /// Filters with a chain to begin with.
  init(panel: FilterPanel) { self.panel = panel }

  /// What is drawn.
  var shown: FilterChain { panel.isComparing ? FilterChain() : chain }

  /// What is drawn while nobody compares, and saved.
  var chain: FilterChain { isOff ? FilterChain() : panel.chain }

  /// Whether a parameter of a link takes a medium's profile, and no table.
  func takesProfile(link: Int, parameter: Int) -> Bool {
    let links = panel.chain.links
    guard links.indices.contains(link) else { return false }
    let parameters = links[link].definition.parameters
    return parameters.indices.contains(parameter) && parameters[parameter].kind == .profile
  }

  /// How much of the picture around a view is looked at, in device pixels.
  ///
  /// Comparing changes nothing in it, so that letting go shows the filters at once.
  func margin(zoom: Double) -> Int { chain.margin(zoom: zoom) }

  /// Where the filtered part begins.
  func split(on surface: PixelSize) -> Int? {
    chain.isIdentity ? nil : panel.splitColumn(on: surface)
  }

  /// Why the chain can't be drawn, if it has been tried.
  var refusal: FilterError? { refusals[chain.active.map(\.definition)] }

  /// Notes what a frame has been drawn with.
  mutating func noteFrame(_ number: UInt64, _ chain: FilterChain) {
    let definitions = chain.active.map(\.definition)
    guard drawn.last?.definitions != definitions else { return }
    drawn.append((number, definitions))
    if drawn.count > Self.mostRemembered { drawn.removeFirst() }
  }

  /// Notes that the filters of a frame can't be drawn.
  mutating func refuse(frame: UInt64, _ problem: FilterError) {
    guard let chain = drawn.last(where: { $0.frame <= frame })?.definitions else { return }
    // Who writes a shader may have many that do not compile.
    if refusals.count >= Self.mostRemembered { refusals.removeAll() }
    refusals[chain] = problem
  }

  private static let mostRemembered = 32

  /// What the panel has to say.
  var notices: [String] { (fileProblems + [refusal].compactMap { $0 }).map(\.description) }

  /// Notes that the GPU has lost everything; whether the user's own filters are off therefore.
  ///
  /// A shader that never ends makes the driver start anew, and again as soon as it is drawn again.
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
