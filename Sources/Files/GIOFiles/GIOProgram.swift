/// A program of the desktop that can open a file.
package struct GIOProgram: Hashable, Sendable {
  /// The name of its desktop entry, such as `gimp.desktop`.
  package let id: String
  /// Its name in the user's language.
  package let name: String

  /// Creates a program.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

extension GIOProgram {
  /// Returns the programs for a file's type: the recommended ones first, and never this program.
  ///
  /// It reads the desktop's entries, which blocks for as long as their disk takes.
  package static func all(for path: [UInt8]) throws(GIOError) -> [GIOProgram] {
    let functions = try ProgramFunctions()
    let library = functions.library
    let type = try library.contentType(of: path)
    var programs: [GIOProgram] = []
    for list in [functions.recommended(type), functions.all(type)] {
      for object in try library.takeObjects(of: list) {
        defer { library.release(object) }
        guard let program = functions.program(object),
          !programs.contains(where: {
            $0.id == program.id
          })
        else { continue }
        programs.append(program)
      }
    }
    return programs
  }

  /// Starts the program with files, each in a process of its own if it takes only one.
  ///
  /// `startupID` is its `DESKTOP_STARTUP_ID`; the variables named in `removed` are not passed on.
  /// It blocks while the session bus is asked for its connection, and fails if that does not answer
  /// within 5 s.
  package func start(
    with paths: [[UInt8]], startupID: String, withoutVariables removed: [String]
  ) throws(GIOError) {
    let functions = try ProgramFunctions()
    let library = functions.library
    guard let entry = functions.entry(id) else {
      throw GIOError(reason: .notFound, message: "it is not installed anymore")
    }
    let context = functions.context()
    var bus: GIOLibrary.Object?
    defer { for object in [entry, context, bus] where object != nil { library.release(object) } }
    // GIO asks for the same connection.
    bus = try library.sessionBus()
    for name in removed { functions.removeVariable(context, name) }
    for name in ["DESKTOP_STARTUP_ID", "XDG_ACTIVATION_TOKEN"] {
      functions.setVariable(context, name, startupID)
    }
    var addresses: [GIOLibrary.Object] = []
    var list: GIOLibrary.Object?
    defer {
      functions.freeList(list)
      for address in addresses { functions.free(address) }
    }
    for path in paths.reversed() {
      addresses.append(try library.address(of: path))
      list = functions.prepend(list, addresses.last)
    }
    var failure: GIOLibrary.Object?
    let flags = ProgramFunctions.searchesPath | ProgramFunctions.discardsOutput
    guard
      functions.launch(
        entry, list, context, flags, ProgramFunctions.prepareChild, nil, nil, nil, &failure) != 0
    else { throw library.error(failure) }
  }
}
