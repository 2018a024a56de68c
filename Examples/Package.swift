// swift-tools-version: 6.1
import PackageDescription

// What works on a million cells is optimised in debug builds too.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

// Programs that embed Fresnel, as a program of anybody's does. Instead of the path it would say:
//   .package(url: "https://…/fresnel", from: "0.1.0")
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "Fresnel", path: "..")],
  targets: [
    // A picture in a window. The decoders are built beside the program, where they are looked for.
    .executableTarget(
      name: "Hello",
      dependencies: [
        .product(name: "Fresnel", package: "Fresnel"),
        .product(name: "fresnel-decode-png", package: "Fresnel"),
        .product(name: "fresnel-decode-jpeg", package: "Fresnel"),
      ]),
    // A view that lies in the window of a plain Xlib program.
    .systemLibrary(name: "CXlib", pkgConfig: "x11", providers: [.apt(["libx11-dev"])]),
    .executableTarget(
      name: "Guest",
      dependencies: ["CXlib", .product(name: "Fresnel", package: "Fresnel")]),
    // Tiles that the program draws itself.
    .executableTarget(
      name: "Board", dependencies: [.product(name: "Fresnel", package: "Fresnel")]),
    // A game: its rules, which know nothing of how it is drawn, with a solver.
    .target(name: "MinesweeperRules", swiftSettings: optimized),
    // How it looks: everything is a path or a text.
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
    // How long its field of a million cells takes.
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
    // The real program on a real server, played by invented hands.
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
