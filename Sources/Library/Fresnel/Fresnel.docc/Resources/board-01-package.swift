// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Board",
  dependencies: [.package(url: "https://…/fresnel", from: "0.1.0")],
  targets: [
    .executableTarget(name: "Board", dependencies: [.product(name: "Fresnel", package: "fresnel")])
  ],
  swiftLanguageModes: [.v6]
)
