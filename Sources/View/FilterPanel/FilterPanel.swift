import Controls
import Filters
import Geometry
import Gestures

/// The filter panel's state: values, selection, typing, dragging and visibility.
///
/// It is a value. `handle` takes events and returns effects; `drawing` returns its appearance. It
/// owns the chain while it exists: other parts change the chain through it.
package struct FilterPanel: Hashable, Sendable {
  /// The filters that can be added.
  package private(set) var library: FilterLibrary
  /// True while the panel is open; closed, only its split line handles events.
  package private(set) var isOpen = false
  /// True if the chain is kept across starts.
  package private(set) var keepsChain: Bool
  /// True while the picture should be shown without the chain, because a button or a key is held.
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
    /// The chain's scroll offset, for going back.
    var chainScroll: Int
  }

  /// Creates a closed panel.
  ///
  /// `interfaceScale` is 1 at 96 dpi. Missing values of the chain become the defaults.
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

  /// The filters with their values.
  package var chain: FilterChain { edited.chain }

  /// Returns the panel's layout on a surface.
  package func placed(on surface: PixelSize) -> Placed<FilterControl> {
    Placed(tree, scale: scale, scroll: input.scroll, surface: surface)
  }

  /// Returns the panel's drawing on a surface; `nil` while it is closed.
  package func drawing(surface: PixelSize) -> PanelDrawing? {
    placed(on: surface).drawing(input)
  }

  /// Returns the split line's drawing on a surface; `nil` without one.
  ///
  /// Its items stay the same while it is dragged: only the position changes.
  package func splitDrawing(surface: PixelSize) -> PanelDrawing? {
    guard let column = splitColumn(on: surface), !surface.isEmpty else { return nil }
    return SplitDrawing(scale: scale).drawing(column: column, surface: surface)
  }

  /// True while the user types a value, or a filter's name.
  package var isTyping: Bool { input.typing != nil }

  /// The messages at the top of the panel.
  var shownNotices: [String] { (input.typing?.problem.map { [$0] } ?? []) + notices }

  // MARK: Changes from outside

  /// Opens the panel with the first row selected.
  package mutating func open() {
    isOpen = true
    if !rows.isValid(rows.selected, edited) { select(edited.firstRow) }
  }

  /// Closes the panel and ends typing, dragging and holding; the chain and the split line stay.
  package mutating func close() {
    isOpen = false
    isComparing = false
    listing = nil
    rows.opened = nil
    input.forgetRows(endsDrag: true)
  }

  /// Replaces the chain, when a key has set one of its own.
  package mutating func setChain(_ chain: FilterChain) {
    let edited = EditedChain(chain)
    guard edited != self.edited else { return }
    let hasSameFilters =
      edited.chain.links.map(\.definition) == self.chain.links.map(\.definition)
    self.edited = edited
    if !hasSameFilters { rowsChanged() }
  }

  /// Replaces the library after a reload; the chain keeps its values as far as they are still
  /// allowed.
  package mutating func setLibrary(_ library: FilterLibrary) {
    self.library = library
    find()
    setChain(chain.updated(from: library))
  }

  private mutating func setInterfaceScale(_ scale: Double) {
    let scale = Self.bounded(scale)
    input.scroll = Int((Double(input.scroll) * scale / self.scale).rounded())
    self.scale = scale
  }

  /// Sets the messages at the top of the panel, such as shader errors; an empty list removes them.
  package mutating func setNotices(_ sentences: [String]) { notices = sentences }

  /// Delivers the file requested by `PanelEffect.loadFile`.
  package mutating func setFile(_ file: FilterFile?, link: Int, parameter: Int) {
    edited.set(.file(file), of: .parameter(link: link, parameter: parameter))
  }

  /// Shows the picture without the chain, or with it again.
  package mutating func setComparing(_ isComparing: Bool) { self.isComparing = isComparing }

  /// Shows the split line at the centre, or hides it.
  package mutating func toggleSplit() { split.toggle() }

  /// Returns the left edge of the filtered part on a surface; `nil` without a split line.
  package func splitColumn(on surface: PixelSize) -> Int? { split.column(on: surface) }

  // MARK: Events

  /// Handles a window event on a surface of a size.
  ///
  /// If `isConsumed` is true, the event belonged to the panel and must not be handled elsewhere.
  /// The effects are in order.
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

  /// Handles a touch: the first one on the panel is its pointer, further ones are ignored.
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

  /// Handles a key that means the same in every row; `nil` for any other key.
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
      // Space also goes to the next picture; it must not write files.
      return false
    } else {
      return nil
    }
    return true
  }

  // MARK: Effects

  /// Performs an answer's effects; returns true if the event belonged to the panel.
  private mutating func perform(
    _ answer: ControlAnswer<FilterControl>, _ effects: inout [PanelEffect]
  ) -> Bool {
    for effect in answer.effects { if !perform(effect, &effects) { break } }
    return answer.isConsumed
  }

  /// Performs one effect; returns false if a typed text is invalid.
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
    // The press that ended the typing may have started typing elsewhere.
    if input.typing?.id == row { input.typing = nil }
    return true
  }

  // MARK: Rows

  mutating func select(_ row: FilterControl) { rows.select(row, edited) }

  /// Ends input on rows that may have changed.
  private mutating func rowsChanged() {
    rows.opened = nil
    input.forgetRows(endsTyping: listing == nil)
    rows.repair(edited)
  }

  /// Appends a filter and selects it, unless the chain is full.
  private mutating func add(_ definition: FilterDefinition) {
    guard edited.add(definition) else {
      notices = ["a chain can have at most \(FilterChain.mostLinks) filters"]
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

  /// Moves a filter; the selection moves with its filter.
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

  /// Repeats the search after the text or the library has changed.
  private mutating func find() {
    guard listing != nil else { return }
    listing?.found = NameSearch.find(input.typing?.field.text ?? "", in: library.filters) {
      ([$0.name], $0.summary)
    }
    listing?.selected = 0
    input.scroll = 0
  }

  /// Adds one of the filters found and returns to the chain.
  private mutating func choose(_ place: Int) {
    guard let found = listing?.found, found.indices.contains(place) else { return }
    closeListing()
    add(found[place])
  }
}
