import Platform
import XMLReading

/// Page names from microscope metadata (OME-XML).
///
/// A page is a plane: an image's channel at a depth and a time.
final class OMEPlanes: XMLReceiver {
  /// An image of the file, or of a set of files.
  private struct Image {
    var name = ""
    var order = "XYCZT"
    var sizes: [Character: Int] = [:]
    var channels: [String] = []
    var samplesOfChannel = 1
    var places: [Place] = []
  }

  /// The pages that contain planes, and the first plane.
  private struct Place {
    var page: Int
    var first: [Character: Int]
    var count: Int?
    /// The planes' file; empty if the metadata names none.
    var file = ""
  }

  private var images: [Image] = []
  private var ownFile = ""
  /// The text so far of the element that names a file; `nil` outside such an element.
  private var fileText: String?

  /// The maximum number of pages to name.
  private static let most = 1024
  /// No real image has more planes; this limits malicious numbers.
  private static let mostPlanes = 1 << 20

  /// The pages' names by directory number; empty if the text is not OME-XML.
  ///
  /// `salt` must be unpredictable, against hash collision attacks.
  static func names(in text: String, salt: UInt) -> [Int: String] {
    guard text.containsBytes(of: "<OME") else { return [:] }
    let planes = OMEPlanes()
    let outcome = XMLReading.read(Array(text.utf8), salt: salt, into: planes)
    return outcome == .whole ? planes.names : [:]
  }

  func begin(_ element: String, _ attributes: [String: String]) {
    func number(_ name: String) -> Int? {
      attributes[name].flatMap { Int($0) }.flatMap {
        (0...Self.mostPlanes).contains($0) ? $0 : nil
      }
    }
    if element == "OME" { ownFile = attributes["UUID"] ?? "" }
    if element == "Image" { images.append(Image(name: attributes["Name"] ?? "")) }
    guard let last = images.indices.last else { return }
    switch element {
    case "Pixels":
      images[last].order = attributes["DimensionOrder"] ?? images[last].order
      for axis in "CZT" { images[last].sizes[axis] = number("Size\(axis)") ?? 1 }
    case "Channel":
      guard images[last].channels.count < Self.most else { return }
      images[last].channels.append(attributes["Name"] ?? "")
      images[last].samplesOfChannel = max(1, number("SamplesPerPixel") ?? 1)
    case "TiffData":
      let first = Dictionary(
        uniqueKeysWithValues: "CZT".map { ($0, number("First\($0)") ?? 0) })
      let count = number("PlaneCount") ?? (attributes["IFD"] == nil ? nil : 1)
      images[last].places.append(Place(page: number("IFD") ?? 0, first: first, count: count))
    case "UUID": fileText = ""
    default: break
    }
  }

  func end(_ element: String) {
    guard element == "UUID", let text = fileText else { return }
    fileText = nil
    guard let image = images.indices.last, let place = images[image].places.indices.last else {
      return
    }
    images[image].places[place].file = text.filter { !$0.isWhitespace }
  }

  func take(_ text: UnsafeBufferPointer<CChar>) {
    fileText?.append(String(decoding: UnsafeRawBufferPointer(text), as: UTF8.self))
  }

  private var names: [Int: String] {
    var names: [Int: String] = [:]
    for image in images {
      for place in image.places where place.file.isEmpty || place.file == ownFile {
        add(place, of: image, to: &names)
      }
    }
    return names
  }

  private func add(_ place: Place, of image: Image, to names: inout [Int: String]) {
    var sizes = image.sizes
    // The channels of a colour page are not separate planes.
    sizes["C"] = max(1, (sizes["C"] ?? 1) / image.samplesOfChannel)
    let axes = image.order.filter { "CZT".contains($0) }
    func size(_ axis: Character) -> Int { max(1, sizes[axis] ?? 1) }
    var index = 0
    var step = 1
    for axis in axes {
      index += (place.first[axis] ?? 0) * step
      step *= size(axis)
      guard step <= Self.mostPlanes, index <= Self.mostPlanes else { return }
    }
    for offset in 0..<min(max(0, place.count ?? (step - index)), Self.most) {
      var rest = index + offset
      var position: [Character: Int] = [:]
      for axis in axes {
        position[axis] = rest % size(axis)
        rest /= size(axis)
      }
      guard names.count < Self.most else { return }
      names[place.page + offset] = name(of: image, position, size)
    }
  }

  private func name(
    of image: Image, _ position: [Character: Int], _ size: (Character) -> Int
  ) -> String {
    var parts: [String] = []
    if images.count > 1, !image.name.isEmpty { parts.append(image.name) }
    let channel = position["C"] ?? 0
    if image.channels.indices.contains(channel), !image.channels[channel].isEmpty {
      parts.append(image.channels[channel])
    } else if size("C") > 1 {
      parts.append("channel \(channel + 1)")
    }
    for (axis, word) in [(Character("Z"), "z"), ("T", "t")] where size(axis) > 1 {
      parts.append("\(word) \((position[axis] ?? 0) + 1)")
    }
    return parts.joined(separator: ", ")
  }
}
