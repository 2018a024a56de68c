// swift-tools-version: 6.1
import PackageDescription

// Optimises code that works per pixel in debug builds; SwiftPM takes no dependency with such flags.
let optimizesDebug = Context.environment["FRESNEL_OPTIMIZES_DEBUG"] != nil
let flags: [SwiftSetting] =
  optimizesDebug ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

// Set by Scripts/sanitize; with `decoders` there is no sandbox (Sandbox+Sanitizing.swift).
let sanitized = Context.environment["FRESNEL_SANITIZES"]
let sanitizing: [SwiftSetting] =
  sanitized == "decoders" ? [.define("FRESNEL_SANITIZES", .when(configuration: .debug))] : []
func swift(isOptimized: Bool) -> [SwiftSetting] { (isOptimized ? flags : []) + sanitizing }
// C++ has no runtime for `vptr` here.
let undefined = ["-fsanitize=undefined", "-fno-sanitize=vptr", "-fno-sanitize-recover=all"]

// Optimised C checks the bounds of its copies. Linker flags are in Scripts/lib.sh, also for that.
let fortify = ("_FORTIFY_SOURCE", "3")
let fortifiedC: [CSetting] =
  (optimizesDebug || sanitized != nil
    ? [.unsafeFlags(["-O2"], .when(configuration: .debug))] : [])
  + (sanitized != nil ? [.unsafeFlags(undefined, .when(configuration: .debug))] : [])
  + (optimizesDebug && sanitized == nil
    ? [.define(fortify.0, to: fortify.1)]
    : [.define(fortify.0, to: fortify.1, .when(configuration: .release))])
let fortifiedCXX: [CXXSetting] =
  [.define(fortify.0, to: fortify.1, .when(configuration: .release))]
  + (sanitized != nil ? [.unsafeFlags(undefined, .when(configuration: .debug))] : [])

let shaders: [Resource] = [
  "backdrop.frag", "chain.frag", "filter-prelude.frag", "filter-source.frag", "filters",
  "image.frag", "light.frag", "sprite.vert", "tile.frag", "tile.vert",
].map { .embedInCode($0) }
let keyFiles: [Resource] = ["gnome.toml", "vi.toml", "feh.toml"].map { .embedInCode($0) }

// Debian's packages to build with; pkg-config's names, except where Swift refuses its flags.
let packages = [
  "CAVIF": "libavif-dev", "CCairo": "libcairo2-dev libpango1.0-dev",
  "CCurl": "libcurl4-openssl-dev", "CDjVu": "libdjvulibre-dev", "CExpat": "libexpat1-dev",
  "CFITSIO": "libcfitsio-dev", "CFontconfig": "libfontconfig-dev libglib2.0-dev",
  "CGIF": "libgif-dev", "CGLES": "libegl1-mesa-dev libgles2-mesa-dev", "CHEIF": "libheif-dev",
  "CISAL": "libisal-dev zlib1g-dev", "CJP2": "libopenjp2-7-dev", "CJXL": "libjxl-dev",
  "CJansson": "libjansson-dev", "CLCMS": "liblcms2-dev", "CLZ4": "liblz4-dev",
  "CLibRaw": "libraw-dev", "COpenEXR": "libopenexr-dev",
  "COpenSlide": "libopenslide-dev libsqlite3-dev", "CPoppler": "libpoppler-glib-dev",
  "CRsvg": "librsvg2-dev", "CSeccomp": "libseccomp-dev", "CTIFF": "libtiff-dev",
  "CTurboJPEG": "libturbojpeg0-dev", "CWebP": "libwebp-dev", "CWebPTools": "libwebp-dev",
  "CX11": "libx11-dev libxext-dev libxi-dev libxrandr-dev", "CXTest": "libxtst-dev",
  "CZip": "libzip-dev", "CZlib": "zlib1g-dev",
]
let configurations = [
  "CCairo": "cairo", "CFITSIO": "cfitsio", "CGLES": "egl glesv2", "CHEIF": "libheif",
  "CISAL": "libisal", "CJP2": "libopenjp2", "CLZ4": "liblz4", "COpenEXR": "Imath",
  "COpenSlide": "openslide", "CSeccomp": "libseccomp", "CTIFF": "libtiff-4", "CWebP": "libwebp",
  "CWebPTools": "libwebpdemux", "CX11": "x11 xext xi xrandr", "CXTest": "xtst", "CZlib": "zlib",
]
let libraries: [Target] = packages.map { name, packages in
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: configurations[name],
    providers: [.apt(packages.split(separator: " ").map(String.init))])
}

typealias Needs = Target.Dependency

// Where a target is, as "View/Zooming" or "Tests/TestSupport", and its name: the last of these.
func place(_ place: String) -> (name: String, path: String) {
  let isSource = !["Tests", "Tools", "Bench"].contains(place.prefix(5))
  return (String(place.drop { $0 != "/" }.dropFirst()), (isSource ? "Sources/" : "") + place)
}

// C or C++, for what Swift can't express.
func shim(_ folder: String, _ needs: Needs..., links: String...) -> Target {
  .target(
    name: place(folder).name, dependencies: needs, path: place(folder).path,
    cSettings: fortifiedC, cxxSettings: fortifiedCXX,
    linkerSettings: links.map { .linkedLibrary($0) })
}

let base: [Needs] = ["Platform", "Geometry"]  // Everything in Swift stands on these.

func stage(_ folder: String, _ needs: Needs..., isOptimized: Bool = false) -> Target {
  .target(
    name: place(folder).name, dependencies: needs + base, path: place(folder).path,
    swiftSettings: swift(isOptimized: isOptimized))
}

func program(_ folder: String, _ needs: Needs..., isOptimized: Bool = false) -> Target {
  .executableTarget(
    name: place(folder).name, dependencies: needs + base, path: place(folder).path,
    swiftSettings: swift(isOptimized: isOptimized))
}

func benchmark(_ folder: String, _ needs: Needs...) -> Target {
  .executableTarget(
    name: "\(folder)Benchmark", dependencies: needs + base, path: "Benchmarks/\(folder)")
}

// A decoder's process. The kit, and what every codec uses of the stages, it has by itself.
func decoder(_ format: String, _ needs: Needs..., isOptimized: Bool = false) -> Target {
  let kit: [Needs] = ["DecoderKit", "DecoderProtocol", "Resampling", "Tiles"]
  return .executableTarget(
    name: "Decode\(format)", dependencies: kit + needs + base,
    path: "Sources/Decoders/Formats/\(format)", swiftSettings: swift(isOptimized: isOptimized))
}

func name(_ need: Needs) -> String? { if case .byNameItem(let it, _) = need { it } else { nil } }

// Tests know what their target knows; and they have what starts programs, and seeds.
@MainActor func tests(
  _ subject: String, _ needs: String..., more: [String] = [], isOptimized: Bool = false
) -> Target {
  let known = (stages + testing).first { $0.name == subject }?.dependencies.compactMap(name)
  let all = ["TestSupport", "Platform", "Geometry"] + (known.map { $0 + [subject] } ?? [])
  return .testTarget(
    name: subject == "EndToEnd" ? subject : "\(subject)Tests",
    dependencies: Set(all + needs + more).sorted().map { .init(stringLiteral: $0) },
    swiftSettings: swift(isOptimized: isOptimized || !more.isEmpty))
}

let decoders = [
  decoder("PNG", "PNGReading", "CPNG", "Inflate", isOptimized: true),
  decoder("JPEG", "JPEGReading", "CJPEG", "XMLReading", isOptimized: true),
  decoder("TIFF", "JP2Reading", "CTIFF", "XMLReading"),
  decoder("WebP", "CWebP"),
  decoder("AVIF", "CAVIF", isOptimized: true),
  decoder("HEIC", "CHEIF", isOptimized: true),
  decoder("GIF", "CGIF", isOptimized: true),
  decoder("JXL", "CJXL", isOptimized: true),
  decoder("DjVu", "CDjVu"),
  decoder("Classic", "PNGReading", "CPNG", "CJPEG", "Inflate", "CISAL", isOptimized: true),
  decoder("FITS", "CFITSIO", isOptimized: true),
  decoder("JP2", "JP2Reading", "CJP2", isOptimized: true),
  decoder("EXR", "CEXR", "CWideVectors", isOptimized: true),
  decoder("Raw", "JPEGReading", "CRaw", isOptimized: true),
  decoder("Tiles", "TilePlaces", "XMLReading", "CExpat", "CJansson"),  // Descriptions, no pixels.
  // libzip brings OpenSSL along, which takes longer to load than reading a description.
  decoder("Archive", "CZip"),
  decoder("Profile", "CLCMS"),
  // These answer cairo's calls, and those by which OpenSlide opens files.
  decoder("SVG", "DocumentDrawing", "CRsvg", "CCairo", "XMLReading"),
  decoder("PDF", "DocumentDrawing", "CPoppler", "CCairo"),
  decoder("Slide", "COpenSlide", "CSlideFiles", isOptimized: true),
]

// Floors stand in the order of the flow (Documentation/Architecture.md): a stage knows only the
// stages before it, and a cycle would not build.
let stages: [Target] = [
  .systemLibrary(name: "CLinux", path: "Sources/C/CLinux"),
  shim("C/CTOML"),
  shim("C/CXErrors", "CX11"),
  shim("C/CWideVectors"),
  shim("C/CPNG", links: "png16"),
  shim("C/CJPEG", links: "jpeg"),
  // OpenEXR speaks C++ only, and LibRaw reads from a stream in C++ only.
  shim("C/CEXR", "COpenEXR", links: "OpenEXR"),
  shim("C/CRaw", "CLibRaw", links: "raw_r"),
  shim("C/CSlideFiles", links: "sqlite3", "cairo"),
  .target(name: "Geometry", path: "Sources/Base/Geometry", linkerSettings: [.linkedLibrary("m")]),
  .target(name: "Platform", dependencies: ["CLinux"], path: "Sources/Base/Platform"),
  stage("Base/Outlines", isOptimized: true),
  stage("Input/Gestures"),
  stage("Input/Windowing", "Gestures", "CX11", "CXErrors"),
  stage("View/Zooming", "Gestures"),
  stage("View/Tiles"),
  stage("View/Tiling", "Tiles"),
  stage("View/Markers"),
  stage("View/Controls", "Text", "Gestures"),
  stage("View/FilterPanel", "Controls", "Filters", "Text", "Gestures"),
  stage(
    "View/Viewing", "Markers", "Rendering", "Filters", "Text", "Tiling", "Tiles", "Zooming",
    "Gestures"),
  // A view in a window or in memory, and its loop: the viewer and the library stand on it.
  stage("View/ViewHosting", "Viewing", "Rendering", "Tiles", "Gestures", "Windowing"),
  .target(name: "ShaderLibrary", path: "Shaders", resources: shaders),
  .target(name: "KeyFiles", path: "Desktop/keys", resources: keyFiles),
  stage("Render/Graphics", "CGLES", "CX11", "CXErrors"),
  stage("Render/Filters", "ShaderLibrary"),
  stage("Render/Text"),
  stage("Render/Rendering", "Filters", "Graphics", "ShaderLibrary", "Tiles"),
  stage("Pictures/TilePlaces", "Tiles"),  // Deep Zoom, Zoomify, IIIF, templates.
  stage("Pictures/Providing", "Tiling", "Tiles", "Resampling"),
  stage("Pictures/Fetching", "DecoderProtocol"),
  stage(
    "Pictures/Decoding", "Fetching", "Providing", "Tiling", "TilePlaces", "Tiles",
    "DecoderProtocol", "CLinux"),
  stage("Decoders/DecoderProtocol", "TilePlaces", "Tiles"),
  stage("Decoders/Resampling", "Tiles", "CWideVectors", isOptimized: true),
  stage("Decoders/Sandboxing", "CLinux"),
  stage("Decoders/SystemCallRules", "DecoderProtocol", "CSeccomp", "CLinux"),  // For its filter.
  stage(
    "Decoders/DecoderKit", "DecoderProtocol", "Sandboxing", "Resampling", "TilePlaces", "Tiles",
    "CLCMS", "CLZ4", "CLinux", isOptimized: true),
  stage("Decoders/Inflate", "CISAL"),  // Answers zlib's calls; it is linked, and never imported.
  stage("Decoders/XMLReading", "CExpat"),
  stage(
    "Decoders/JP2Reading", "DecoderKit", "Resampling", "CJP2", "DecoderProtocol", isOptimized: true),
  // What libpng tells of a file, for PNG files and for those in other files.
  stage("Decoders/PNGReading", "DecoderKit", "Resampling", "CPNG", "DecoderProtocol"),
  // libjpeg in Swift, for JPEG files and for the pictures in those of cameras.
  stage("Decoders/JPEGReading", "DecoderKit", "CJPEG", "DecoderProtocol"),
  // The system's fonts; and cairo's calls, answered for libraries that draw documents.
  stage("Decoders/DocumentDrawing", "Outlines", "CCairo", "CFontconfig", isOptimized: true),
  stage("Cutting/CutPlan"),
  // Rows in, encoded tiles out; sandboxed as decoders are.
  program(
    "Cutting/Cutter", "CutPlan", "Resampling", "Tiles", "DecoderKit", "DecoderProtocol", "CJPEG",
    "CPNG", "CWebP", isOptimized: true),
  program("Network/Fetcher", "DecoderProtocol", "Sandboxing", "CCurl", "CLinux"),
  stage(
    "Library/Fresnel", "ViewHosting", "Viewing", "Markers", "Rendering", "Decoding",
    "DecoderProtocol", "Fetching", "Providing", "TilePlaces", "Filters", "Text", "Tiling", "Tiles",
    "Zooming", "Gestures", "Windowing"),
  stage("Files/GIOFiles", "CLinux"),
  stage("Files/TurnProtocol"),
  program("Files/Turner", "TurnProtocol", "DecoderKit", "DecoderProtocol", "CTurboJPEG"),
  stage("Files/FileChanges", "TurnProtocol", "GIOFiles", "CLinux"),
  // Drawings as sources of tiles: the only library that links cairo.
  stage(
    "Library/FresnelDrawing", "Providing", "Tiling", "Tiles", "Outlines", "CCairo",
    isOptimized: true),
  stage(
    "Programs/Preferences", "KeyFiles", "CTOML", "DecoderProtocol", "Rendering", "Zooming",
    "Gestures"),
  stage(
    "Programs/Viewer", "Preferences", "ViewHosting", "Viewing", "Rendering", "Controls",
    "FileChanges", "GIOFiles", "FilterPanel", "Filters", "Text", "TilePlaces", "Decoding",
    "Fetching", "Tiling", "Tiles", "Zooming", "Gestures", "Windowing", "CPNG", "CZlib",
    "DecoderProtocol", "CLinux"),
  program("Programs/ViewerProgram", "Viewer"),  // No parser: every first picture would wait.
  program(
    "Programs/Commands", "Viewer", "Preferences", "Filters", "Decoding", "Fetching", "Rendering",
    "Windowing", "Tiles", "CutPlan", "DecoderProtocol", "CLinux",
    .product(name: "ArgumentParser", package: "swift-argument-parser")),
  program("Tools/SamplePictures", "CPNG", "CJPEG"),
]

let benchmarks = [
  stage("Benchmarks/BenchmarkSupport", "Fresnel"),
  benchmark(
    "Documents", "BenchmarkSupport", "Fresnel", "TestSupport", "CCairo", "CRsvg", "CPoppler"),
  benchmark(
    "Drawings", "BenchmarkSupport", "FresnelDrawing", "Fresnel", "Tiling", "Tiles", "CCairo"),
  benchmark("Filters", "BenchmarkSupport", "Rendering", "Filters", "Tiles"),
  benchmark(
    "Markers", "BenchmarkSupport", "Viewing", "Markers", "Providing", "Rendering", "Zooming",
    "Tiles"),
  benchmark("Pictures", "CPNG", "CJPEG", "CTIFF"),
  benchmark("Floor", "CX11", "CPNG", "CJPEG", "CTIFF", "CWebP", "CGIF"),
  benchmark("Quad", "Graphics", "Windowing"),
  benchmark("Viewers", "BenchmarkSupport", "FaultyServer", "TestSupport"),
]

let testing = [
  program("Tests/EvilDecoder", "DecoderProtocol", "CutPlan", "CLinux", "TilePlaces", "Tiles"),
  program(
    "Tests/SandboxProbe", "DecoderKit", "DecoderProtocol", "Sandboxing", "Resampling",
    "SystemCallRules", "CLinux", "CSeccomp", "CAttempts"),
  program("Tests/EmbeddingProbe", "Fresnel", "CX11"),
  program(
    "Tests/FloodProbe", "Decoding", "Fetching", "Tiling", "Tiles", "DecoderProtocol", "TestSupport"),
  program("Tests/DocumentationCheck"),
  .systemLibrary(name: "CAttempts", path: "Tests/CAttempts"),
  shim("Tests/CEXRWriter", "COpenEXR", links: "OpenEXR", "Imath"),
  stage("Tests/TestSupport", "CLCMS", "CLinux", "CX11", "CXTest", "CPNG", isOptimized: true),
  stage("Tests/FaultyServer"),
]

// All tests are one program, which can't have decoders that answer others' calls.
let everyDecoder = decoders.dropLast(3).map(\.name)
// Whole pictures, streams or screens are compared in those that are optimised or have decoders.
let suites = [
  tests("Windowing", "ViewHosting", "Viewing", "Rendering", "Viewer", "CX11"),
  tests("Markers", isOptimized: true),
  tests("Tiling", "Zooming"),
  tests("TilePlaces", "CutPlan"),
  tests("Cutting", "Cutter", "CutPlan", "CJPEG", isOptimized: true),
  tests("Decoding", "EvilDecoder", "FloodProbe"),
  tests("Fetching", "FaultyServer", "Fetcher", "EvilDecoder"),
  tests("DecoderKit", "SystemCallRules", "SandboxProbe", "CWideVectors", isOptimized: true),
  tests("Providing", isOptimized: true),
  tests("Inflate", "DecodePNG", isOptimized: true),
  tests(
    "Decoder", "Decoding", "TilePlaces", "DecoderProtocol", "DecoderKit", "JP2Reading",
    "JPEGReading", "Tiles", "SandboxProbe", "CAVIF", "CEXRWriter", "CFITSIO", "CGIF", "CHEIF",
    "CJP2", "CJPEG", "CJXL", "CLCMS", "CLinux", "COpenSlide", "CPNG", "CTIFF", "CWebP",
    "CWebPTools", more: everyDecoder),
  tests("Rendering", "Windowing", "CX11", "Zooming"),
  tests("FilterSet", "Filters", "Rendering", "Zooming", "Tiles", isOptimized: true),
  tests(
    "Preferences", "Viewer", "ViewerProgram", "Commands", "Decoding", "Text", more: everyDecoder),
  tests("Viewing", "Providing", "Decoding", "DecodePNG", "DecodeJPEG", "DecoderProtocol"),
  tests("Fresnel", "EmbeddingProbe", "DecodePNG", "DecodeTiles", "DecodeProfile"),
  tests("FresnelDrawing", "Fresnel", isOptimized: true),
  tests("Commands", "EvilDecoder"),
  tests("FileChanges", "Turner", "DecoderKit", "CJPEG", "CWebP"),
  tests(
    "EndToEnd", "Fresnel", "Decoding", "Viewer", "ViewerProgram", "Commands", "Cutter", "Fetcher",
    "FaultyServer", "EvilDecoder", "Controls", "FilterPanel", "Filters", "TilePlaces", "Gestures",
    "CJPEG", "Viewing", "Windowing", more: everyDecoder),
]
let plainSuites = [
  "Geometry", "Platform", "Gestures", "Zooming", "DecoderProtocol", "Graphics", "Filters",
  "Controls", "FilterPanel", "Text", "Viewer", "DocumentationCheck",
].map { tests($0) }

var targets = stages + libraries + decoders
if let programs = Context.environment["FRESNEL_BUILDS_PROGRAMS"] {
  // All of them in one go, or those of the first picture, and nothing that needs more installed.
  var kept: Set = ["ViewerProgram", "DecodeJPEG", "DecodePNG", "SamplePictures"]
  if programs != "first" { kept.formUnion(targets.filter { $0.type == .executable }.map(\.name)) }
  for _ in targets {
    let reached = targets.filter { kept.contains($0.name) }
    kept.formUnion(reached.flatMap(\.dependencies).compactMap(name))
  }
  targets.removeAll { !kept.contains($0.name) }
} else if let sanitized {
  let decoding = ["DecoderTests", "InflateTests", "CuttingTests", "FileChangesTests"]
  let kept = sanitized == "decoders" ? decoding : ["DecodingTests", "FetchingTests", "EndToEnd"]
  targets += testing + suites.filter { kept.contains($0.name) }
} else {
  targets += testing + benchmarks + suites + plainSuites
}

let names = [
  "ViewerProgram": "", "Commands": "-command", "Cutter": "-cut", "Fetcher": "-fetch",
  "Turner": "-turn", "SamplePictures": "-samples", "DocumentationCheck": "-check-documentation",
  "EvilDecoder": "-evil-decoder", "EmbeddingProbe": "-embedding-probe",
  "SandboxProbe": "-sandbox-probe", "FloodProbe": "-flood-probe",
]
let programs: [Product] = targets.filter { $0.type == .executable }.map { target in
  let name = target.name.lowercased()
  let ending =
    name.hasSuffix("benchmark") ? "-bench-\(name.dropLast(9))" : "-decode-\(name.dropFirst(6))"
  return .executable(name: "fresnel" + (names[target.name] ?? ending), targets: [target.name])
}
let products: [Product] = targets.filter { ["Fresnel", "FresnelDrawing"].contains($0.name) }
  .map { .library(name: $0.name, targets: [$0.name]) }

let package = Package(
  name: "Fresnel",
  products: products + programs,
  dependencies: [
    // The command line: options, help and usage errors.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // `swift package generate-documentation`, which Scripts/documentation calls.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
