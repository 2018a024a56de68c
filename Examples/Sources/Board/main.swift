// board: draws its own picture cell by cell, with as many levels of detail as the command line
// says.
import Fresnel
import Glibc

guard let options = BoardOptions(Array(CommandLine.arguments.dropFirst())) else {
  print(BoardOptions.usage)
  exit(2)
}
do {
  let view = try FresnelView(window: "Board", size: PixelSize(width: 900, height: 700))
  let delegate = BoardDelegate()
  view.delegate = delegate
  view.show(
    try ProviderSource(levels: options.levels, hasAlpha: false, provider: CellProvider()))
  view.run()
} catch {
  print(error)
  exit(1)
}
