import FileChanges

/// Something to choose in a question about files.
struct FileDialogChoice: Hashable {
  var title: String
  var detail = ""
  /// What is done then; nothing for no.
  var requests: [FileRequest]
}

extension FileDialogChoice {
  /// The choices for a name that is taken; the first request is the one that failed.
  static func choices(for error: FileChangeError, _ rest: [FileRequest]) -> [FileDialogChoice] {
    func all(_ collision: FileRequest.Collision, _ count: Int) -> [FileRequest] {
      rest.enumerated().map { index, request in
        var request = request
        if index < count { request.collision = collision }
        return request
      }
    }
    var choices = [FileDialogChoice(title: "Keep both", requests: all(.keepBoth, 1))]
    if error.kind == .collision {
      choices.append(FileDialogChoice(title: "Replace", requests: all(.replace, 1)))
    }
    choices.append(FileDialogChoice(title: "Skip", requests: Array(rest.dropFirst())))
    guard rest.count > 1 else { return choices }
    choices.append(
      FileDialogChoice(title: "Keep both, for all", requests: all(.keepBoth, rest.count)))
    if error.kind == .collision {
      choices.append(FileDialogChoice(title: "Replace all", requests: all(.replace, rest.count)))
    }
    choices.append(FileDialogChoice(title: "Cancel", requests: []))
    return choices
  }

  /// The choices for a picture that can't be turned without loss, or that has other names.
  static func choices(
    forTurning error: FileChangeError, _ rest: [FileRequest]
  ) -> [FileDialogChoice] {
    func choice(
      _ title: String, _ count: Int = 1, _ change: (inout FileTurn) -> Void
    ) -> FileDialogChoice {
      let requests = rest.enumerated().map { $0 < count ? $1.turning(change) : $1 }
      return FileDialogChoice(title: title, requests: requests)
    }
    let (tag, trim) = ("Turn by the orientation tag", "Trim the edges")
    var choices: [FileDialogChoice] = []
    if error.isAboutOtherNames {
      choices.append(choice("Turn under this name only") { $0.leavesOtherNames = true })
    } else {
      choices.append(choice(tag) { $0.edges = .tag })
      if error.isAboutEdges { choices.append(choice(trim) { $0.edges = .trim }) }
    }
    guard rest.count > 1 else { return choices + [FileDialogChoice(title: "Cancel", requests: [])] }
    choices.append(FileDialogChoice(title: "Skip", requests: Array(rest.dropFirst())))
    if error.isAboutEdges {
      choices.append(choice("\(tag), for all", rest.count) { $0.edges = .tag })
      choices.append(choice("\(trim), for all", rest.count) { $0.edges = .trim })
    }
    return choices + [FileDialogChoice(title: "Cancel", requests: [])]
  }

  /// The choices for pictures with RAW files.
  static func choices(for files: [PairedFile], isDeletion: Bool) -> [FileDialogChoice] {
    func choice(_ title: String, _ paths: [[UInt8]]) -> FileDialogChoice {
      let action: FileRequest.Action = isDeletion ? .delete : .trash
      return FileDialogChoice(title: title, requests: paths.map { FileRequest(action, $0) })
    }
    return [
      choice("Both", files.flatMap(\.all)), choice("Only the RAW file", files.compactMap(\.raw)),
      choice("Only the other file", files.map(\.path)),
      FileDialogChoice(title: "Cancel", requests: []),
    ]
  }
}

extension FileChangeError {
  var isAboutOtherNames: Bool { if case .otherNames = kind { true } else { false } }

  var isAboutEdges: Bool {
    if case .notTurned(let refusal) = kind, case .edges = refusal { true } else { false }
  }
}
