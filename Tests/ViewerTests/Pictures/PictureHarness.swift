import Decoding
import Geometry
import Gestures
import Testing
import Tiles
import Viewing
import Zooming

@testable import Viewer

/// Performs the effects of `AlbumPictures` in order, and checks its invariants.
struct PictureHarness {
  /// An open source.
  struct Source {
    let request: PictureRequest
    var role: SourceRole
    var isCovered = false
    var lacksTiles = false
    var hasRows = false
    var info: SourceInfo?
    var failure: String?
  }

  /// The open sources, as the view knows them.
  private final class Sources {
    var all: [SourceID: Source] = [:]
  }

  /// The state of the screen.
  enum Screen: Hashable {
    case nothing
    case picture(SourceID)
    case failure(AlbumEntry)
  }

  private(set) var pictures: AlbumPictures
  private(set) var screen = Screen.nothing
  /// The open sources.
  private(set) var sources: [SourceID: Source] {
    get { view.all }
    set { view.all = newValue }
  }
  private let view = Sources()
  /// All sources so far.
  private(set) var opened: [SourceID] = []
  /// Files that were requested and not yet opened.
  private(set) var asked: [AlbumEntry] = []
  /// Sources whose files should be checked for changes.
  private(set) var checks: [SourceID] = []
  /// The number of times that the folders should be listed again.
  private(set) var refreshes = 0
  /// Hosts that the user has allowed files to name.
  private(set) var allowedHosts: [String] = []
  private(set) var outcome: UserError?
  /// The violated invariants.
  private(set) var problems: [String] = []
  var now = 0.0
  private var answering: AlbumEntry?
  private(set) var mappings = 0
  /// True while the window says that the picture has not arrived.
  private(set) var isWaitShown = false
  /// The sentences in the corner.
  private(set) var notes: [String] = []
  private var hasShown = false

  init(_ album: Album, width: Int = 1000, isAnimated: Bool = true) {
    pictures = AlbumPictures(
      album, width: width, slides: .init(elasticLimit: 0.2, isAnimated: isAnimated))
    pictures.readStates { [view] in
      view.all[$0].map {
        SourceState(
          info: $0.info, isDrawable: $0.isCovered, isComplete: $0.isCovered && !$0.lacksTiles,
          failure: $0.failure)
      }
    }
    send(.began)
  }

  /// An album of files from the command line.
  init(files: String..., isAnimated: Bool = true) {
    var album = Album(arguments: files.map { Array($0.utf8) }, first: .file)
    album.apply(.ended)
    self.init(album, isAnimated: isAnimated)
  }

  /// An album of the names in a folder, starting at one of them.
  init(folder names: String..., at name: String) {
    let path = { (name: String) in Array("d/\(name)".utf8) }
    var album = Album(arguments: [path(name)], first: .file)
    var list = NameList()
    list.merge(names.map { Array($0.utf8) })
    album.apply(.names(argument: 0, list, isComplete: true))
    album.apply(.ended)
    album.apply(.examined(argument: 0))
    self.init(album)
  }

  @discardableResult
  mutating func send(_ event: PictureEvent) -> [PictureEffect] {
    if case .resized = event { uncoverAll() }
    if case .source(let id, .failed(let sentence)) = event { sources[id]?.failure = sentence }
    if case .source(let id, .opened(let info)) = event { sources[id]?.info = info }
    if case .source(let id, .changed(let info)) = event { sources[id]?.info = info }
    if case .ended = event { screen = .nothing }
    if case .fileOpened(let opening) = event { answering = opening.entry }
    let effects = pictures.receive(event, at: now)
    perform(effects)
    answering = nil
    return effects
  }

  /// Sends a gesture; returns `nil` if it is not the album's.
  @discardableResult
  mutating func send(_ gesture: Gesture) -> [PictureEffect]? {
    let effects = pictures.take(gesture, at: now)
    perform(effects ?? [])
    return effects
  }

  /// The renderer loses all tiles: no first view can be drawn until it is covered again.
  mutating func loseTiles() { uncoverAll() }

  private mutating func uncoverAll() {
    for id in sources.keys { sources[id]?.isCovered = false }
  }

  // MARK: Answers

  /// An opened file with arbitrary content.
  private static let file: OpenedPicture? = {
    guard let folder = try? AlbumTestFolder(), let path = try? folder.file("a") else { return nil }
    return try? OpenedPicture(FileOpening.open(path))
  }()

  /// Answers the oldest request for a file of this name.
  @discardableResult
  mutating func open(_ name: String, _ error: PictureFileError? = nil) throws -> [PictureEffect] {
    let entry = try #require(asked.first { $0.displayName == name }, "\(name) was not asked for")
    return try answer(entry, error)
  }

  @discardableResult
  mutating func answer(_ entry: AlbumEntry, _ error: PictureFileError?) throws -> [PictureEffect] {
    let file = try #require(Self.file)
    asked.removeAll { $0 == entry }
    let result: Result<OpenedPicture, PictureFileError> =
      error.map { .failure($0) } ?? .success(file)
    return send(.fileOpened(PictureOpening(entry: entry, result: result)))
  }

  @discardableResult
  mutating func readHeader(_ id: SourceID, pages: Int = 1) -> [PictureEffect] {
    let info = SourceInfo(size: PixelSize(width: 40, height: 30), frameCount: pages)
    return send(.source(id, .opened(info)))
  }

  @discardableResult
  mutating func cover(_ id: SourceID) -> [PictureEffect] {
    sources[id]?.isCovered = true
    return send(.covered(id))
  }

  /// Every pixel of a source can be drawn, but not all tiles of the view are there.
  mutating func coverCoarsely(_ id: SourceID) {
    sources[id]?.lacksTiles = true
    cover(id)
  }

  /// The last tiles of the view have arrived.
  mutating func complete(_ id: SourceID) { sources[id]?.lacksTiles = false }

  mutating func showRows(_ id: SourceID) {
    sources[id]?.hasRows = true
    send(.rowsWorthShowing(id))
  }

  /// Opens a requested file, and advances its picture until its first view can be drawn.
  @discardableResult
  mutating func bring(_ name: String, pages: Int = 1) throws -> SourceID {
    try open(name)
    let id = try #require(opened.last)
    readHeader(id, pages: pages)
    cover(id)
    return id
  }

  /// The newest open source of a name.
  func id(of name: String) throws -> SourceID {
    let id = opened.last { sources[$0]?.request.entry.displayName == name }
    return try #require(id, "no source of \(name) is open")
  }

  /// The roles of a name's sources.
  func roles(of name: String) -> [SourceRole] {
    opened.compactMap { sources[$0] }.filter { $0.request.entry.displayName == name }.map(\.role)
  }

  // MARK: Invariants

  private mutating func perform(_ effects: [PictureEffect]) {
    for effect in effects { perform(effect) }
    check()
  }

  private mutating func perform(_ effect: PictureEffect) {
    switch effect {
    case .gallery(.openFile(let entry, _)):
      if asked.contains(entry) { problems.append("\(entry.displayPath) is asked for twice") }
      asked.append(entry)
    case .gallery(.abandonFile(let entry)):
      guard let index = asked.firstIndex(of: entry) else {
        problems.append("\(entry.displayPath) is abandoned and was not asked for")
        return
      }
      asked.remove(at: index)
    case .gallery(.openSource(let request)): open(request)
    case .gallery(.setRole(let id, let role)):
      if sources[id] == nil { problems.append("\(id) has a role and is not open") }
      sources[id]?.role = role
    case .gallery(.closeSource(let id)):
      if sources.removeValue(forKey: id) == nil { problems.append("\(id) is closed twice") }
    case .gallery(.show(let id, let isFirst)): show(id, isFirst)
    case .window(.showFailure(let entry, _)): screen = .failure(entry)
    case .gallery(.allowHost(let host)): allowedHosts.append(host)
    case .window(.mapWindow), .window(.mapEmptyWindow):
      mappings += 1
      if mappings > 1 { problems.append("the window is mapped twice") }
    case .window(.finish(let error)): outcome = error
    case .gallery(.checkFile(let id)):
      checks.append(id)
      if sources[id] == nil { problems.append("the file of \(id) is looked at and not open") }
    case .window(.refreshListing): refreshes += 1
    case .window(.showNote(let sentence)): notes.append(sentence)
    case .window(.showWaiting):
      isWaitShown = true
    case .window(.hideMessage): isWaitShown = false
    case .window(.updateTitle), .window(.updateProgress), .window(.showMessage),
      .window(.showCaption), .window(.reportMissing), .window(.printToStandardError),
      .gallery(.showNothing), .gallery(.endPan), .gallery(.redraw):
      break
    }
  }

  private mutating func open(_ request: PictureRequest) {
    if opened.contains(request.id) { problems.append("\(request.id) is used twice") }
    switch request.file {
    case .opened:
      if answering != request.entry { problems.append("one answer opens two sources") }
      answering = nil
    case .sameAs(let other):
      if sources[other]?.request.entry != request.entry { problems.append("no file to read") }
    }
    opened.append(request.id)
    sources[request.id] = Source(request: request, role: request.role)
  }

  private mutating func show(_ id: SourceID, _ isFirst: Bool) {
    guard let source = sources[id], source.info != nil else {
      return problems.append("\(id) is shown and not open")
    }
    if !source.isCovered && !(source.hasRows && isFirst) {
      problems.append("\(id) is shown before it can be drawn")
    }
    if isFirst == hasShown { problems.append("\(id) is first: \(isFirst)") }
    hasShown = true
    screen = .picture(id)
  }

  private mutating func check() {
    for (role, most) in [(SourceRole.shown, 1), (.pending, 1), (.near, 2), (.leaving, 1)] {
      let count = sources.values.count { $0.role == role }
      if count > most { problems.append("\(count) pictures are \(role)") }
    }
    for (id, source) in sources where pictures.pictures[id]?.role != source.role {
      problems.append("the role of \(id) was not told")
    }
    for picture in pictures.pictures.all where sources[picture.id] == nil {
      problems.append("\(picture.id) is known and not open")
    }
    switch screen {
    case .nothing: break
    case .picture(let id):
      if sources[id]?.role != .shown { problems.append("\(id) is on the screen and not shown") }
    case .failure(let entry):
      if pictures.failure?.entry != entry || pictures.pictures.shown != nil {
        problems.append("a failure that is over is on the screen")
      }
    }
    if let beside = pictures.beside(at: now), sources[beside.id]?.info == nil {
      problems.append("what is beside is not open")
    }
    if let leaving = pictures.transition.leaving, sources[leaving.id] == nil {
      problems.append("what slides out is closed")
    }
  }
}
