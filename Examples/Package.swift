// swift-tools-version: 6.1
import PackageDescription

// Code that works on a million cells is optimised in debug builds too.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Programs that embed Fresnel, like any other client. Instead of the path, a client would write:
//   .package(url: "https://…/fresnel", from: "0.1.0")
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "Fresnel", path: "..")],
  targets: [
    // A picture in a window. The decoders are built next to the program, where Fresnel looks for
    // them.
    .executableTarget(
      name: "Hello",
      dependencies: [
        .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "fresnel-decode-png", package: "Fresnel"),
        .product(name: "fresnel-decode-jpeg", package: "Fresnel"),
      ]),
    // A view as a child of a plain Xlib program's window.
    .systemLibrary(name: "CXlib", pkgConfig: "x11", providers: [.apt(["libx11-dev"])]),
    .executableTarget(
      name: "Guest",
      dependencies: ["CXlib", .product(name: "Fresnel", package: "Fresnel")]),
    // Tiles that the program draws itself.
    .executableTarget(
      name: "Board", dependencies: [.product(name: "Fresnel", package: "Fresnel")]),
    // A game: its rules and a solver, independent of the drawing.
    .target(name: "MinesweeperRules", swiftSettings: optimized),
    // The game's appearance: everything is a path or text.
    .target(
      name: "MinesweeperBoard",
      dependencies: [
        "MinesweeperRules", .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "FresnelDrawing", package: "Fresnel"),
      ],
      swiftSettings: optimized),
    // The game itself.
    .executableTarget(
      name: "Minesweeper",
      dependencies: [
        "MinesweeperRules", "MinesweeperBoard", .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "FresnelDrawing", package: "Fresnel"),
      ]),
    // Measures how long the field of a million cells takes.
    .executableTarget(
      name: "FieldBenchmark",
      dependencies: [
        "MinesweeperRules", "MinesweeperBoard", .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "FresnelDrawing", package: "Fresnel"),
      ]),
    .testTarget(
      name: "MinesweeperRulesTests", dependencies: ["MinesweeperRules"], swiftSettings: optimized),
    .testTarget(
      name: "MinesweeperBoardTests",
      dependencies: [
        "MinesweeperRules", "MinesweeperBoard", .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "FresnelDrawing", package: "Fresnel"),
      ]),
    // Tests of the real program on a real X server, with simulated input.
    .systemLibrary(name: "CXtst", pkgConfig: "xtst", providers: [.apt(["libxtst-dev"])]),
    .testTarget(
      name: "MinesweeperTests",
      dependencies: [
        "Minesweeper", "MinesweeperRules", "MinesweeperBoard", "CXtst",
        .product(name: "Fresnel", package: "Fresnel"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
