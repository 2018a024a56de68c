import Controls
import Filters
import Geometry
import Gestures

/// The filter panel: what is set in it, what is selected, typed, dragged and seen.
///
/// It is a value. Events go in through `handle`; what has to be done comes out, and `drawing` says
/// what it looks like. It owns the chain while it lives: what others change of it they set here.
package struct FilterPanel: Hashable, Sendable {
  /// The filters that can be added.
  package private(set) var library: FilterLibrary
  /// Whether the panel is seen; closed, only its split line takes events.
  package private(set) var isOpen = false
  /// Whether the chain is kept across starts.
  package private(set) var keepsChain: Bool
  /// Whether the picture should be shown without its chain: a button or a key is held.
  package private(set) var isComparing = false

  private(set) var edited: EditedChain
  private(set) var rows = RowSelection()
  private(set) var listing: Listing?
  private(set) var split = SplitLine()
  private(set) var input = ControlInput<FilterControl>()
  private var scale: Double
  private var notices: [String] = []

  /// The list of filters to add.
  struct Listing: Hashable, Sendable {
    var found: [FilterDefinition]
    var selected = 0
    /// How far the chain was scrolled, to come back to.
    var chainScroll: Int
  }

  /// A closed panel.
  ///
  /// `interfaceScale` is 1 at 96 dots an inch. Links without a value for each parameter get the
  /// defaults of those that are missing.
  package init(
    library: FilterLibrary, chain: FilterChain = FilterChain(), interfaceScale: Double = 1,
    keepsChain: Bool = false
  ) {
    self.library = library
    self.keepsChain = keepsChain
    edited = EditedChain(chain)
    scale = Self.bounded(interfaceScale)
  }

  private static func bounded(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, 0.5), 8) : 1
  }

  /// The filters and their values.
  package var chain: FilterChain { edited.chain }

  /// Where everything stands on a surface.
  package func placed(on surface: PixelSize) -> Placed<FilterControl> {
    Placed(tree, scale: scale, scroll: input.scroll, surface: surface)
  }

  /// What the panel looks like on a surface; `nil` while it is closed.
  package func drawing(surface: PixelSize) -> PanelDrawing? {
    placed(on: surface).drawing(input)
  }

  /// What the split line looks like on a surface; `nil` where there is none.
  ///
  /// Its items stay the same while it is dragged: only the position changes.
  package func splitDrawing(surface: PixelSize) -> PanelDrawing? {
    guard let column = splitColumn(on: surface), !surface.isEmpty else { return nil }
    return SplitDrawing(scale: scale).drawing(column: column, surface: surface)
  }

  /// What the panel says at its top.
  var shownNotices: [String] { (input.typing?.problem.map { [$0] } ?? []) + notices }

  // MARK: What others change

  /// Opens the panel, on the first of its rows.
  package mutating func open() {
    isOpen = true
    if !rows.isValid(rows.selected, edited) { select(edited.firstRow) }
  }

  /// Closes the panel: what is typed, dragged or held down ends; chain and split line stay.
  package mutating func close() {
    isOpen = false
    isComparing = false
    listing = nil
    rows.opened = nil
    input.forgetRows(endsDrag: true)
  }

  /// Makes the chain another: a key has set one of its own.
  package mutating func setChain(_ chain: FilterChain) {
    let edited = EditedChain(chain)
    guard edited != self.edited else { return }
    let hasSameFilters =
      edited.chain.links.map(\.definition) == self.chain.links.map(\.definition)
    self.edited = edited
    if !hasSameFilters { rowsChanged() }
  }

  /// Takes filters that were read again; the chain keeps its values as far as they are possible.
  package mutating func setLibrary(_ library: FilterLibrary) {
    self.library = library
    find()
    setChain(chain.updated(from: library))
  }

  /// Takes the interface's new scale.
  private mutating func setInterfaceScale(_ scale: Double) {
    let scale = Self.bounded(scale)
    input.scroll = Int((Double(input.scroll) * scale / self.scale).rounded())
    self.scale = scale
  }

  /// Says sentences at the top of the panel, such as what is wrong with a shader; none takes them
  /// away.
  package mutating func setNotices(_ sentences: [String]) { notices = sentences }

  /// Answers `PanelEffect.loadFile`.
  package mutating func setFile(_ file: FilterFile?, link: Int, parameter: Int) {
    edited.set(.file(file), of: .parameter(link: link, parameter: parameter))
  }

  /// Shows the picture without its chain, or with it again.
  package mutating func setComparing(_ isComparing: Bool) { self.isComparing = isComparing }

  /// Puts the split line in the middle, or takes it away.
  package mutating func toggleSplit() { split.toggle() }

  /// Where the filtered part begins on a surface; `nil` where there is no split line.
  package func splitColumn(on surface: PixelSize) -> Int? { split.column(on: surface) }

  // MARK: Events

  /// Takes an event of the window, whose surface has this size.
  ///
  /// What was meant for the panel nobody else should see; the effects are in order.
  package mutating func handle(
    _ event: WindowEvent, surface: PixelSize
  ) -> (isConsumed: Bool, effects: [PanelEffect]) {
    let (wasOpen, keptChain) = (isOpen, keepsChain)
    var effects: [PanelEffect] = []
    let isConsumed = take(event, surface, &effects)
    if isOpen, listing == nil { rows.repair(edited) }
    if isOpen { input.scroll = placed(on: surface).scroll }
    if keepsChain != keptChain { effects.append(.keepChanged(keepsChain)) }
    if wasOpen, !isOpen { effects.append(.close) }
    return (isConsumed, effects)
  }

  private mutating func take(
    _ event: WindowEvent, _ surface: PixelSize, _ effects: inout [PanelEffect]
  ) -> Bool {
    switch event {
    case .touch(let touch): return take(touch, surface, &effects)
    case .visibility(let isVisible): if !isVisible { isComparing = false }
    case .interfaceScaleChanged(let scale): setInterfaceScale(scale)
    case .resized(let size): input.scroll = placed(on: size).scroll
    case .keyReleased(let press)
    where press.key.isLetter("c") && isComparing && !input.isHolding(.compare):
      isComparing = false
      return true
    default: break
    }
    if split.pull(event, surface) { return true }
    let placed = placed(on: surface)
    if case .button(let button) = event, button.isPressed, input.isFree,
      !placed.contains(button.position), split.grab(button, surface, scale: scale)
    {
      return perform(ControlAnswer(true, input.endTyping(in: placed)), &effects)
    }
    guard case .key(let press) = event, isOpen else {
      return perform(input.take(event, in: placed), &effects)
    }
    let isConsumed =
      takeOwn(press, &effects) ?? perform(input.take(event, in: placed), &effects)
    if isConsumed, isOpen, !press.key.isShift,
      let row = listing.map({ .choice($0.selected) }) ?? rows.selected
    {
      input.reveal(row, in: self.placed(on: surface))
    }
    return isConsumed
  }

  /// A finger on the panel is its pointer; any further one is nobody's.
  private mutating func take(
    _ touch: TouchEvent, _ surface: PixelSize, _ effects: inout [PanelEffect]
  ) -> Bool {
    guard let events = input.pointerEvents(of: touch) else {
      return input.hasFinger && touch.phase == .began
    }
    var isConsumed = false
    for event in events { isConsumed = take(event, surface, &effects) }
    if touch.phase == .began, !isConsumed { input.forgetFinger() }
    return isConsumed || touch.phase == .changed
  }

  /// A key that means the same in every row; `nil` for any other.
  private mutating func takeOwn(_ press: KeyPress, _ effects: inout [PanelEffect]) -> Bool? {
    guard input.typing == nil else { return nil }
    let modifiers = press.modifiers
    if modifiers == [.control] || modifiers == [.control, .shift], press.key.isLetter("s") {
      effects.append(modifiers.contains(.shift) ? .saveView : .savePicture)
      return true
    }
    guard modifiers.isDisjoint(with: [.control, .alt, .logo]) else { return nil }
    if press.key.isLetter("c") {
      isComparing = true
    } else if press.key.isLetter("v") {
      toggleSplit()
    } else if press.key.isLetter("a") || press.key == .insert {
      openListing()
    } else if press.key == .space, rows.selected == .savePicture || rows.selected == .saveView {
      // Nothing is written by the key that turns pages.
      return false
    } else {
      return nil
    }
    return true
  }

  // MARK: What is wanted of the rows

  /// Does what an event wants; it says whether the event was meant for the panel.
  private mutating func perform(
    _ answer: ControlAnswer<FilterControl>, _ effects: inout [PanelEffect]
  ) -> Bool {
    for effect in answer.effects { if !perform(effect, &effects) { break } }
    return answer.isConsumed
  }

  /// Does one thing; `false` where what was typed can't be taken.
  private mutating func perform(
    _ effect: ControlEffect<FilterControl>, _ effects: inout [PanelEffect]
  ) -> Bool {
    switch effect {
    case .focus(.choice(let place)): listing?.selected = place
    case .focus(let row): select(row)
    case .press(let row): press(row, &effects)
    case .hold(_, let isHeld): isComparing = isHeld
    case .turn(.keep, let isOn): keepsChain = isOn
    case .turn(let row, let isOn): edited.turn(row, on: isOn)
    case .set(let row, let number): edited.setNumber(number, of: row)
    case .cycle(let row, let count): edited.cycle(row, by: count)
    case .reset(let row): edited.reset(row)
    case .expand(let row, let isOpened): rows.opened = isOpened ? row : nil
    case .move(let row, let count): move(row, by: count)
    case .remove(let row): if let link = row.link { remove(link) }
    case .type(let row):
      if edited.parameter(of: row)?.kind != .color { rows.opened = nil }
      select(row)
    case .edit: find()
    case .enter(let row, let text, let givesUp):
      return enter(text, into: row, givesUp: givesUp, &effects)
    case .dismiss: dismiss()
    }
    return true
  }

  private mutating func press(_ row: FilterControl, _ effects: inout [PanelEffect]) {
    switch row {
    case .split: toggleSplit()
    case .close: if listing != nil { closeListing() } else { close() }
    case .notice:
      notices = []
      input.typing?.problem = nil
    case .filter: edited.turn(row)
    case .parameter(let link, let index):
      guard case .option(let chosen)? = edited.value(of: row) else { return edited.turn(row) }
      rows.opened = rows.opened == row ? nil : row
      let option = FilterControl.option(link: link, parameter: index, option: chosen)
      if rows.isValid(option, edited) { select(option) }
    case .option(_, _, let option):
      edited.set(.option(option), of: row)
      rows.close()
    case .add: openListing()
    case .savePicture: effects.append(.savePicture)
    case .saveView: effects.append(.saveView)
    case .keep: keepsChain.toggle()
    case .choice(let place): choose(place)
    case .title, .compare, .search, .rows, .hint, .footer, .channel: break
    }
  }

  private mutating func dismiss() {
    if listing != nil {
      closeListing()
    } else if case .options? = rows.opened.flatMap({ edited.parameter(of: $0) })?.kind {
      rows.close()
    } else {
      close()
    }
  }

  private mutating func enter(
    _ text: String, into row: FilterControl, givesUp: Bool, _ effects: inout [PanelEffect]
  ) -> Bool {
    switch edited.enter(text, into: row) {
    case .success(nil): break
    case .success(let path?):
      if let link = row.link, let index = row.parameter {
        effects.append(.loadFile(link: link, parameter: index, path: path))
      }
    case .failure(let problem) where !givesUp:
      input.typing?.problem = problem.sentence
      return false
    case .failure: break
    }
    // The press that has ended it may have begun another.
    if input.typing?.id == row { input.typing = nil }
    return true
  }

  // MARK: Rows

  /// Selects a row.
  mutating func select(_ row: FilterControl) { rows.select(row, edited) }

  /// Ends what belongs to rows that may be others now.
  private mutating func rowsChanged() {
    rows.opened = nil
    input.forgetRows(endsTyping: listing == nil)
    rows.repair(edited)
  }

  /// Puts a filter at the end and selects it, unless the chain is full.
  private mutating func add(_ definition: FilterDefinition) {
    guard edited.add(definition) else {
      notices = ["a chain has at most \(FilterChain.mostLinks) filters"]
      return
    }
    let link = chain.links.count - 1
    rowsChanged()
    let hasNone = definition.parameters.isEmpty
    select(hasNone ? .filter(link) : .parameter(link: link, parameter: 0))
  }

  private mutating func remove(_ link: Int) {
    guard edited.remove(link) else { return }
    rows.noteRemoval(of: link, edited)
    rowsChanged()
  }

  /// Moves a filter by some places; the selection goes with the filter that it was in.
  private mutating func move(_ row: FilterControl, by distance: Int) {
    guard let link = row.link, edited.move(link, by: distance) else { return }
    rows.noteMove(of: link, by: distance)
    input.rename(row, to: row.moved(toLink: link + distance))
  }

  // MARK: The list of filters

  /// Opens the list of filters to add.
  mutating func openListing() {
    listing = Listing(found: library.filters, chainScroll: input.scroll)
    input.scroll = 0
    rows.opened = nil
    input.forgetHover()
    input.typing = Typing(.search)
  }

  private mutating func closeListing() {
    input.scroll = listing?.chainScroll ?? input.scroll
    listing = nil
    input.forgetHover()
    input.typing = nil
  }

  /// Finds again: what is typed or the library is another.
  private mutating func find() {
    guard listing != nil else { return }
    listing?.found = FilterSearch.filters(
      in: library, matching: input.typing?.field.text ?? "")
    listing?.selected = 0
    input.scroll = 0
  }

  /// Adds one of those found and goes back to the chain.
  private mutating func choose(_ place: Int) {
    guard let found = listing?.found, found.indices.contains(place) else { return }
    closeListing()
    add(found[place])
  }
}
