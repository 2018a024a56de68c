extension CommandName {
  /// The command's definition.
  ///
  /// A new command is a case here; keys, menu, palette, lists and documents follow from it.
  package var definition: CommandDefinition {
    switch self {
    // MARK: The file
    case .open:
      CommandDefinition(
        "Open…", .file, "Opens files, folders or addresses; without any, you choose files.",
        keys: ["Ctrl+O"], arguments: [CommandArgument("PATH", .files, standard: "")],
        needs: .nothing)
    case .openPath:
      CommandDefinition(
        "Open path…", .file, "Opens a file, a folder or an address that you type, with completion.",
        keys: ["Ctrl+L"], needs: .nothing)
    case .copy:
      CommandDefinition(
        "Copy", .file, "Copies the picture as you see it, its file and its path.",
        keys: ["Ctrl+C"])
    case .copyPicture:
      CommandDefinition(
        "Copy picture only", .file,
        "Copies the picture as you see it, for programs that would attach the file.")
    case .copyPath:
      CommandDefinition("Copy path", .file, "Copies the path.", keys: ["Ctrl+Shift+C"])
    case .paste:
      CommandDefinition(
        "Paste", .file, "Opens the picture, the files or the address that was copied.",
        keys: ["Ctrl+V"], needs: .nothing, traits: .needsConfirmation)
    case .showInFolder:
      CommandDefinition(
        "Show in folder", .file, "Shows the file in the desktop's file manager.", keys: ["Ctrl+D"],
        needs: .file, traits: .needsConfirmation)
    case .trash:
      CommandDefinition(
        "Move to trash", .file, "Moves the marked files, or the shown one, to the trash.",
        keys: ["Delete"], needs: .files, traits: [.needsConfirmation, .inBar, .undoable])
    case .delete:
      CommandDefinition(
        "Delete for good", .file,
        "Asks, then deletes the marked files, or the shown one, for good.",
        keys: ["Shift+Delete"], needs: .files, traits: [.needsConfirmation, .destructive])
    case .undo:
      CommandDefinition(
        "Undo", .file, "Undoes the last change to files; the last 100 can be undone.",
        keys: ["Ctrl+Z"], needs: .changes, traits: .needsConfirmation)
    case .rename:
      CommandDefinition(
        "Rename", .file, "Renames the shown file.", keys: ["F2"], needs: .file,
        traits: [.needsConfirmation, .undoable])
    case .copyTo:
      CommandDefinition(
        "Copy to", .file, "Copies the marked files, or the shown one, to a folder.", keys: ["F7"],
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .moveTo:
      CommandDefinition(
        "Move to", .file, "Moves the marked files, or the shown one, to a folder.", keys: ["F8"],
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .copyColor:
      CommandDefinition(
        "Copy colour", .file,
        "Copies the colour of the picture's pixel under the pointer, as `#rrggbb`.", keys: ["C"])
    case .openWith:
      CommandDefinition(
        "Open with…", .file, "Opens the marked files, or the shown one, with another program.",
        keys: ["Ctrl+Shift+O"], needs: .files, traits: .needsConfirmation)
    case .print:
      CommandDefinition(
        "Print…", .file, "Prints the whole picture as you see it.", keys: ["Ctrl+P"],
        traits: .needsConfirmation)
    case .wallpaper:
      CommandDefinition(
        "Set as wallpaper…", .file,
        "Sets the whole picture as you see it as the wallpaper, after a question.",
        keys: ["Ctrl+F8"], traits: .needsConfirmation)
    case .turnFileRight:
      CommandDefinition(
        "Turn file right", .file,
        "Turns the marked files, or the shown one, by 90° to the right, without loss.",
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .turnFileLeft:
      CommandDefinition(
        "Turn file left", .file,
        "Turns the marked files, or the shown one, by 90° to the left, without loss.",
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .rotateFile:
      CommandDefinition(
        "Rotate file", .file,
        "Turns the marked files, or the shown one, to the right by an angle, without loss.",
        arguments: [CommandArgument("DEGREES", .oneOf([90, 180, 270, -90, -180, -270]))],
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .mirrorFile:
      CommandDefinition(
        "Mirror file", .file,
        "Mirrors the marked files, or the shown one, left to right, without loss.",
        needs: .files, traits: [.needsConfirmation, .undoable])
    case .reload:
      CommandDefinition(
        "Reload", .file, "Opens the picture's newest version, and lists its folder again.",
        keys: ["F5"], needs: .nothing)

    // MARK: Going
    case .next:
      CommandDefinition(
        "Next picture", .go, "Goes to the next picture, or forward by a number of pictures.",
        keys: ["Space", "n", "PageDown", "Button9"], arguments: [.count], needs: .album,
        traits: [.inBar, .repeats])
    case .previous:
      CommandDefinition(
        "Previous picture", .go, "Goes to the previous picture, or back by a number of pictures.",
        keys: ["Backspace", "p", "PageUp", "Button8"], arguments: [.count], needs: .album,
        traits: [.inBar, .repeats])
    case .first:
      CommandDefinition(
        "First picture", .go, "Goes to the first picture.", keys: ["Home"], needs: .album)
    case .last:
      CommandDefinition(
        "Last picture", .go, "Goes to the last picture.", keys: ["End"], needs: .album,
        traits: .sharesLine)
    case .go:
      CommandDefinition(
        "Go to picture", .go,
        "Goes to the picture with a number; with a sign, that many pictures forward or back.",
        arguments: [CommandArgument("NUMBER", .place)], needs: .album, traits: .repeats)
    case .nextPage:
      CommandDefinition(
        "Next page or frame", .go, "Goes to the next page of a file or frame of an animation.",
        keys: [".", "Shift+PageDown"], needs: .pages, traits: .repeats)
    case .previousPage:
      CommandDefinition(
        "Previous page or frame", .go,
        "Goes to the previous page of a file or frame of an animation.",
        keys: [",", "Shift+PageUp"], needs: .pages, traits: .repeats)

    // MARK: Zooming and panning
    case .zoomIn:
      CommandDefinition(
        "Zoom in", .zoom, "Zooms in by one step of the wheel.", keys: ["+", "Ctrl++"],
        aliases: ["=", "Ctrl+="], traits: .repeats)
    case .zoomOut:
      CommandDefinition(
        "Zoom out", .zoom, "Zooms out by one step of the wheel.",
        keys: ["-", "Ctrl+-"], aliases: ["_", "Ctrl+_"], traits: [.sharesLine, .repeats])
    case .zoomTo:
      CommandDefinition(
        "Zoom to", .zoom, "Zooms to a scale; 1 is 100 %, one image pixel per device pixel.",
        arguments: [CommandArgument("SCALE", .number(1e-9...1e15))])
    case .zoomBy:
      CommandDefinition(
        "Zoom by", .zoom, "Multiplies the zoom by a factor.",
        arguments: [CommandArgument("FACTOR", .number(0.001...1000))],
        traits: [.scalable, .repeats])
    case .fit:
      CommandDefinition(
        "Fit", .zoom, "Shows the whole picture.", keys: ["0", "Ctrl+0"], traits: .inBar)
    case .actualSize:
      CommandDefinition(
        "Actual size", .zoom, "Zooms to 100 %, one image pixel per device pixel.", keys: ["1"],
        traits: [.sharesLine, .inBar])
    case .fill:
      CommandDefinition(
        "Fill the window", .zoom, "Enlarges a small picture until it fills the window.",
        keys: ["w"])
    case .panLeft:
      CommandDefinition(
        "Pan left", .zoom,
        "Pans to the left; goes to the previous picture if the whole width is visible.",
        keys: ["h", "Left"], traits: .repeats)
    case .panRight:
      CommandDefinition(
        "Pan right", .zoom,
        "Pans to the right; goes to the next picture if the whole width is visible.",
        keys: ["l", "Right"], traits: [.sharesLine, .repeats])
    case .panUp:
      CommandDefinition("Pan up", .zoom, "Pans up.", keys: ["k", "Up"], traits: .repeats)
    case .panDown:
      CommandDefinition(
        "Pan down", .zoom, "Pans down.", keys: ["j", "Down"], traits: [.sharesLine, .repeats])
    case .pan:
      CommandDefinition(
        "Pan by", .zoom, "Pans to the right and down by fractions of the window.",
        arguments: [
          CommandArgument("RIGHT", .number(-100...100)),
          CommandArgument("DOWN", .number(-100...100)),
        ], traits: [.scalable, .repeats])

    // MARK: Turning
    case .turnRight:
      CommandDefinition(
        "Turn right", .turn, "Turns by 90° to the right.", keys: ["r"], traits: [.inBar, .repeats])
    case .turnLeft:
      CommandDefinition(
        "Turn left", .turn, "Turns by 90° to the left.", keys: ["R"],
        traits: [.sharesLine, .repeats])
    case .rotate:
      CommandDefinition(
        "Rotate", .turn, "Turns to the right by an angle of 90, 180 or 270 degrees.",
        arguments: [CommandArgument("DEGREES", .oneOf([90, 180, 270, -90, -180, -270]))],
        traits: .repeats)
    case .mirror:
      CommandDefinition("Mirror", .turn, "Mirrors left to right.", keys: ["m"], traits: .sharesLine)

    // MARK: Animations
    case .play:
      CommandDefinition(
        "Play", .animation, "Plays or stops an animation.", keys: ["a"], needs: .animation,
        state: .playing, traits: .inBar)
    case .slower:
      CommandDefinition(
        "Slower", .animation, "Plays an animation slower.", keys: ["["], needs: .animation,
        traits: .repeats)
    case .faster:
      CommandDefinition(
        "Faster", .animation, "Plays an animation faster.", keys: ["]"], needs: .animation,
        traits: [.sharesLine, .repeats])

    // MARK: Light and filters
    case .exposeMore:
      CommandDefinition(
        "More exposure", .light, "Brightens by a quarter of a stop.", keys: [")"], traits: .repeats)
    case .exposeLess:
      CommandDefinition(
        "Less exposure", .light, "Darkens by a quarter of a stop.", keys: ["("],
        traits: [.sharesLine, .repeats]
      )
    case .expose:
      CommandDefinition(
        "Expose", .light, "Brightens by a number of stops; a negative one darkens.",
        keys: ["Ctrl+Shift+Wheel"],
        arguments: [CommandArgument("STOPS", .number(-10...10), standard: "0.25")],
        traits: [.scalable, .repeats])
    case .filterPanel:
      CommandDefinition(
        "Filter panel", .light, "Shows or hides the panel that adds, sets and orders filters.",
        keys: ["e"], needs: .nothing, state: .filterPanel, traits: .inBar)
    case .nextFilter:
      CommandDefinition(
        "Next inspection filter", .light,
        "Cycles through grayscale, invert, clipping, focus peaking, edges and false colour.",
        keys: ["g"], traits: .repeats)
    case .previousFilter:
      CommandDefinition(
        "Previous inspection filter", .light, "Cycles through the inspection filters backwards.",
        keys: ["G"], traits: [.sharesLine, .repeats])
    case .filter:
      CommandDefinition(
        "Set filters", .light, "Sets the filters, as for --filter; an empty chain removes them.",
        arguments: [CommandArgument("CHAIN", .text)])
    case .toggleFilters:
      CommandDefinition(
        "Filters", .light, "Switches the filters off and on.", keys: ["x"], needs: .filters,
        state: .filtered)
    case .compare:
      CommandDefinition(
        "Compare", .light, "Shows the original, without filters, while the key is held.",
        keys: ["c"], needs: .filters, state: .comparing, traits: .held)
    case .split:
      CommandDefinition(
        "Split line", .light, "Shows the original on the left of a line that can be dragged.",
        keys: ["v"], needs: .filters, state: .split)

    // MARK: Saving
    case .save:
      CommandDefinition(
        "Save picture", .save, "Saves the whole picture with its filters.", keys: ["Ctrl+S"],
        traits: .needsConfirmation)
    case .saveView:
      CommandDefinition(
        "Save view", .save, "Saves the visible part of the picture.", keys: ["Ctrl+Shift+S"],
        traits: [.sharesLine, .needsConfirmation])

    // MARK: Marks
    case .mark:
      CommandDefinition(
        "Mark", .marks, "Marks the shown file for file commands, or removes its mark.",
        keys: ["M", "Insert"], needs: .file, state: .marked,
        traits: .needsConfirmation)
    case .markRange:
      CommandDefinition(
        "Mark up to here", .marks, "Marks all files from the last marked one to the shown one.",
        keys: ["Shift+Insert"], needs: .file,
        traits: .needsConfirmation)
    case .invertMarks:
      CommandDefinition(
        "Invert marks", .marks, "Marks the unmarked files, and unmarks the others.",
        keys: ["Ctrl+M"], needs: .file,
        traits: .needsConfirmation)
    case .unmarkAll:
      CommandDefinition(
        "Remove marks", .marks, "Removes all marks.", keys: ["Ctrl+U"], needs: .marks,
        traits: .needsConfirmation)
    case .nextMarked:
      CommandDefinition(
        "Next marked", .marks, "Goes to the next marked file.", keys: ["N"], needs: .marks,
        traits: .repeats)
    case .previousMarked:
      CommandDefinition(
        "Previous marked", .marks, "Goes to the previous marked file.", keys: ["P"], needs: .marks,
        traits: [.sharesLine, .repeats])

    // MARK: The window
    case .menu:
      CommandDefinition(
        "Menu", .window, "Shows the menu.", keys: ["Button3", "Menu", "Shift+F10", "F10"],
        needs: .nothing, traits: .inBar)
    case .palette:
      CommandDefinition(
        "Find a command", .window, "Finds commands by name and performs the chosen one.",
        keys: [":", "Ctrl+Shift+P"], needs: .nothing)
    case .keys:
      CommandDefinition("Keys", .window, "Shows the keys.", keys: ["?"], needs: .nothing)
    case .fullScreen:
      CommandDefinition(
        "Full screen", .window, "Enters or leaves full screen.", keys: ["f", "F11"],
        needs: .nothing, state: .fullScreen, traits: .inBar)
    case .pixels:
      CommandDefinition(
        "Crisp pixels", .window, "Switches between smooth and crisp pixels beyond 100 %.",
        keys: ["s"], state: .crisp)
    case .tileOutlines:
      CommandDefinition(
        "Tile outlines", .window,
        "Outlines the tiles, with level and age; green tiles are at the view's own scale.",
        keys: ["d"], state: .tileOutlines)
    case .bar:
      CommandDefinition(
        "Keep the bar", .window, "Pins the bar of buttons, or lets it hide again.",
        needs: .nothing, state: .bar)
    case .script:
      CommandDefinition(
        "Run a script", .window,
        "Runs a script from the settings with the marked files, or the shown one, as its input.",
        arguments: [CommandArgument("NAME", .text)], needs: .scripts, traits: .needsConfirmation)
    case .back:
      CommandDefinition(
        "Back", .window, "Closes a panel, leaves full screen, or quits.", keys: ["Esc"],
        needs: .nothing)
    case .quit:
      CommandDefinition(
        "Quit", .window, "Quits.", keys: ["q", "Ctrl+Q", "Ctrl+W"], needs: .nothing)
    case .set:
      CommandDefinition(
        "Change a setting", .window, "Changes a setting of config.toml until the window closes.",
        arguments: [CommandArgument("NAME", .text), CommandArgument("VALUE", .text)],
        needs: .nothing)
    }
  }
}

extension CommandArgument {
  /// A number of pictures.
  fileprivate static let count = CommandArgument(
    "COUNT", .wholeNumber(1...1_000_000), standard: "1")
}
