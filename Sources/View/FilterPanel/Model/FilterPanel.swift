import Filters
import Geometry

/// The filter panel: what is set in it, what is selected, typed, dragged and seen.
///
/// It is a value. Events go in through `handle`; what has to be done comes out, and `drawing` says
/// what it looks like. It owns the chain while it lives: what others change of it they set here.
package struct FilterPanel: Hashable, Sendable {
  /// The filters and their values.
  package internal(set) var chain: FilterChain
  /// The filters that can be added.
  package internal(set) var library: FilterLibrary
  /// Whether the panel is seen; closed, only its split line takes events.
  package internal(set) var isOpen = false
  /// Whether the chain is kept across starts.
  package internal(set) var keepsChain: Bool
  /// Whether the picture should be shown without its chain: a button or a key is held.
  package internal(set) var isComparing = false

  var scale: Double
  var selection: PanelRow?
  /// How many device pixels of the rows are above what is seen.
  var scroll = 0
  /// The parameter whose names, or whose colour's channels, stand below it.
  var opened: PanelRow?
  var typing: Typing?
  var listing: Listing?
  var drag: Drag?
  /// The finger on a touch screen that holds something.
  var finger: Int?
  var hover: PanelControl?
  var split: SplitLine?
  var notices: [String] = []
  var lastPress: Press?
  var isShiftHeld = false
  /// Buttons that were pressed in the panel and are still down.
  var ownButtons: Set<Int> = []
  /// Buttons that were pressed elsewhere and are still down: what they drag is not ours.
  var foreignButtons: Set<Int> = []
  var wheel = Wheel()

  /// A closed panel.
  ///
  /// `interfaceScale` is 1 at 96 dots an inch. Links without a value for each parameter get the
  /// defaults of those that are missing.
  package init(
    library: FilterLibrary, chain: FilterChain = FilterChain(), interfaceScale: Double = 1,
    keepsChain: Bool = false
  ) {
    self.library = library
    self.chain = Self.completed(chain)
    self.keepsChain = keepsChain
    scale = Self.bounded(interfaceScale)
  }

  /// Text that is typed into a row.
  struct Typing: Hashable, Sendable {
    var row: PanelRow
    var field: TextField
    /// Why what stands there can't be taken.
    var problem: String?
  }

  /// The list of filters to add.
  struct Listing: Hashable, Sendable {
    var field = TextField()
    var found: [FilterDefinition]
    var selected = 0
    /// How far the chain was scrolled, to come back to.
    var chainScroll: Int
  }

  /// What a pressed button does until it is let go.
  struct Drag: Hashable, Sendable {
    var button: Int
    var kind: Kind

    enum Kind: Hashable, Sendable {
      /// Nothing: it was pressed in the panel, so it is not the picture's.
      case nothing
      case compare
      /// How far the pointer is from the line.
      case split(offset: Double)
      /// A name was pressed there, which becomes a move of its filter.
      case name(link: Int, y: Double)
      case filter(link: Int)
      case slider(SliderDrag)
    }
  }

  /// A slider that is dragged.
  struct SliderDrag: Hashable, Sendable {
    var row: PanelRow
    /// Where the pointer was last.
    var x: Double
    /// How far the pointer was from the value's own place.
    var offset: Double
    /// The share of the range while moving finely, which may be beyond the ends.
    var fine: Double?
  }

  /// A press that the next one may make a double-click.
  struct Press: Hashable, Sendable {
    var control: PanelControl
    var position: Point
    var time: Double
  }

  /// Turns of the wheel that are not whole steps yet, and what they are turned for.
  struct Wheel: Hashable, Sendable {
    var remainder = 0.0
    /// The slider that was stepped last; `nil` where the rows were scrolled.
    var slider: PanelRow?
    var time = -Double.infinity
  }

  private static func bounded(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, 0.5), 8) : 1
  }

  private static func completed(_ chain: FilterChain) -> FilterChain {
    FilterChain(
      chain.links.map { link in
        var complete = FilterLink(link.definition, isOn: link.isOn)
        for (index, value) in zip(complete.values.indices, link.values) {
          complete.set(index, value)
        }
        return complete
      })
  }
}

extension FilterPanel {
  /// How large the panel is: 1 at 96 dots an inch.
  package var interfaceScale: Double { scale }

  /// Opens the panel, on the first of its rows.
  package mutating func open() {
    isOpen = true
    if !isValid(selection) { select(chainRows.first) }
  }

  /// Closes the panel: what is typed, dragged or held down ends; chain and split line stay.
  package mutating func close() {
    isOpen = false
    isComparing = false
    typing = nil
    listing = nil
    opened = nil
    hover = nil
    lastPress = nil
    if case .split? = drag?.kind { return }
    drag = nil
  }

  /// Makes the chain another: a key has set one of its own.
  package mutating func setChain(_ chain: FilterChain) {
    let chain = Self.completed(chain)
    guard chain != self.chain else { return }
    let hasSameFilters = chain.links.map(\.definition) == self.chain.links.map(\.definition)
    self.chain = chain
    if !hasSameFilters { rowsChanged() }
  }

  /// Takes filters that were read again; the chain keeps its values as far as they are possible.
  ///
  /// It says whether the chain is another now.
  @discardableResult
  package mutating func setLibrary(_ library: FilterLibrary) -> Bool {
    self.library = library
    refreshListing()
    let before = chain
    setChain(chain.updated(from: library))
    return chain != before
  }

  /// Takes the interface's new scale.
  package mutating func setInterfaceScale(_ scale: Double) {
    let scale = Self.bounded(scale)
    scroll = Int((Double(scroll) * scale / self.scale).rounded())
    self.scale = scale
  }

  /// Says sentences at the top of the panel, such as what is wrong with a shader; none takes them
  /// away.
  package mutating func setNotices(_ sentences: [String]) { notices = sentences }

  /// Shows whether the chain is kept across starts.
  package mutating func setKeepsChain(_ keepsChain: Bool) { self.keepsChain = keepsChain }

  /// Answers `PanelEffect.loadFile`; it says whether the chain is another now.
  @discardableResult
  package mutating func setFile(_ file: FilterFile?, link: Int, parameter: Int) -> Bool {
    guard chain.links.indices.contains(link) else { return false }
    return setValue(.file(file), link: link, parameter: parameter)
  }

  /// Shows the picture without its chain, or with it again.
  package mutating func setComparing(_ isComparing: Bool) { self.isComparing = isComparing }

  /// Puts the split line where it was last, or takes it away.
  package mutating func toggleSplit() {
    split = split == nil ? SplitLine() : nil
    if split == nil, case .split? = drag?.kind { drag?.kind = .nothing }
  }

  /// Where the filtered part begins on a surface; `nil` where there is no split line.
  package func splitColumn(on surface: PixelSize) -> Int? { split?.column(on: surface) }

  /// Ends what belongs to rows that may be others now.
  mutating func rowsChanged() {
    typing = nil
    opened = nil
    lastPress = nil
    hover = nil
    switch drag?.kind {
    case .slider?, .name?, .filter?: drag?.kind = .nothing
    default: break
    }
    repairSelection()
  }
}
