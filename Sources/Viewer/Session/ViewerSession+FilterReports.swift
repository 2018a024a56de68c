import Filters
import Platform

/// What comes of filters: files that were saved, shaders that do not compile, tables that were read.
extension ViewerSession {
  /// Takes the user's filters after one of them was saved.
  func receive(_ library: FilterLibrary, _ problems: [FilterProblem], at now: Double) {
    guard filters != nil else { return }
    changeFilters(at: now) { filters in
      let hadChanged = filters.hasChanged
      let wasOff = filters.isOff
      filters.panel.setLibrary(library)
      filters.fileProblems = problems
      filters.hasChanged = hadChanged
      filters.isOff = wasOff
    }
    tellProblems(problems.map(\.description), at: now)
  }

  /// Takes that a chain can't be drawn: what was drawn before stays.
  func receive(refusal: FilterProblem, frame: UInt64, at now: Double) {
    changeFilters(at: now) { $0.refuse(frame: frame, refusal) }
    tellProblems([refusal.description], at: now)
  }

  /// Takes that the GPU has lost everything.
  func noteContextLoss(at now: Double) {
    var isOff = false
    if filters != nil { changeFilters(at: now) { isOff = $0.noteLoss() } }
    if isOff {
      tellProblems(
        ["the graphics driver has failed twice with your own filters: they are switched off"],
        at: now)
    }
  }

  /// Says why no filter is seen, where there is no GL.
  func refuseWithoutGL(at now: Double) {
    guard isWithoutGL, filters?.chain.isIdentity == false else { return }
    tellProblems(["filters need OpenGL ES 3, which can't be used here"], at: now)
  }

  /// Says sentences on the standard error, each once, and in the panel or, where that is closed, for
  /// some seconds in the window.
  func tellProblems(_ sentences: [String], at now: Double) {
    let new = sentences.filter { toldProblems.insert($0).inserted }
    for sentence in new { StandardError.write(sentence) }
    guard let last = sentences.last else { return }
    if filters?.panel.isOpen == true {
      let others = filters?.notices.filter { !sentences.contains($0) } ?? []
      filters?.panel.setNotices(others + sentences)
      drawFilterPanel()
    } else {
      showNote(last, until: now + Self.problemSeconds)
    }
  }

  private static let problemSeconds = 6.0

  // MARK: Tables

  /// Reads a colour table on a thread of its own.
  func loadTable(_ path: [UInt8], link: Int, parameter: Int, at now: Double) {
    let mailbox = mailbox
    do throws(Errno) {
      // Some megabytes of decimal numbers: the window must not wait for them.
      _ = try Thread(name: "table") {
        do throws(FilterProblem) {
          let file = FilterFile(path: path, table: try readTable(path))
          mailbox.post(.tableRead(.success(file), link: link, parameter: parameter))
        } catch {
          mailbox.post(.tableRead(.failure(error), link: link, parameter: parameter))
        }
      }
    } catch {
      tellProblems(["\(escapedForDisplay(path)): \(error)"], at: now)
    }
  }

  /// Takes the colour table that a parameter was given.
  func receive(
    _ table: Result<FilterFile, FilterProblem>, link: Int, parameter: Int, at now: Double
  ) {
    guard filters != nil else { return }
    switch table {
    case .success(let file):
      changeFilters(at: now) { $0.panel.setFile(file, link: link, parameter: parameter) }
    case .failure(let problem):
      changeFilters(at: now) { $0.panel.setNotices([problem.description]) }
      tellProblems([problem.description], at: now)
    }
  }

  // MARK: Keeping

  /// Keeps the chain for the next start where the setting asks for it.
  func keepChain(at now: Double) {
    guard let filters, filters.hasChanged, let path = KeptChain.path() else { return }
    self.filters?.hasChanged = false
    guard keepsChain else {
      KeptChain.remove(path)
      return
    }
    do throws(Errno) {
      try KeptChain.write(filters.panel.chain.text, to: path)
    } catch {
      tellProblems(["\(escapedForDisplay(path)): \(error.message)"], at: now)
    }
  }
}
