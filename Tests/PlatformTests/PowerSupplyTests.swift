import Glibc
import Testing

@testable import Platform

@Suite struct PowerSupplyTests {
  private static let inUse = ["type": "Battery", "status": "Discharging"]
  private static let pluggedIn = ["type": "Mains", "online": "1"]
  private static let unplugged = ["type": "Mains", "online": "0"]

  @Test(
    "Only a laptop's own battery with no charger plugged in counts",
    arguments: [
      ([:], false),
      (["BAT0": inUse], true),
      (["AC": unplugged, "BAT0": inUse], true),
      (["AC": pluggedIn, "BAT0": inUse], false),
      (["AC": unplugged, "BAT0": inUse, "ucsi": ["type": "USB", "online": "1"]], false),
      (["AC": unplugged], false),
      (["mouse": ["type": "Battery", "scope": "Device"]], false),
      (["strange": [:]], false),
    ] as [([String: [String: String]], Bool)])
  func battery(supplies: [String: [String: String]], isOnBattery: Bool) throws {
    let folder = "/tmp/fresnel-power-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    var made: [String] = []
    func makeFolder(_ path: String) { if mkdir(path, 0o700) == 0 { made.append(path) } }
    defer { for path in made.reversed() { remove(path) } }
    makeFolder(folder)
    for (name, values) in supplies {
      makeFolder("\(folder)/\(name)")
      for (key, value) in values {
        let path = "\(folder)/\(name)/\(key)"
        let file = try #require(fopen(path, "w"))
        fputs(value + "\n", file)
        fclose(file)
        made.append(path)
      }
    }
    #expect(PowerSupply.isOnBattery(folder: folder) == isOnBattery)
  }

  @Test func aSystemWithoutInformationHasNoBattery() {
    #expect(!PowerSupply.isOnBattery(folder: "/nonexistent"))
  }
}
