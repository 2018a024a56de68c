import Geometry
import Testing
import Text

@testable import Controls

@Suite struct PlacedTests {
  @Test func rowsFollowTheTreeFromTopToBottom() throws {
    let placed = SamplePanel().placed
    #expect(
      placed.rows.map(\.node.id) == [
        .section(0), .number(0), .number(1), .section(1), .choice, .name(0), .name(1), .color,
        .channel, .file, .save, .keep,
      ])
    #expect(placed.rows.map(\.depth) == [0, 1, 1, 0, 1, 2, 2, 1, 2, 1, 0, 0])
    #expect(placed.rows.filter(\.isCompact).map(\.node.id) == [.channel])
    #expect(placed.rows.first { $0.isFaint }?.node.id == .choice, "its section is off")
    #expect(placed.rows.filter { !$0.isScrolled }.map(\.node.id) == [.save, .keep])
    for (row, next) in zip(placed.rows, placed.rows.dropFirst()) where next.isScrolled {
      #expect(row.rect.maxY == next.rect.minY)
    }
  }

  @Test func aSectionConsistsOfItsRows() throws {
    let placed = SamplePanel().placed
    #expect(
      placed.section(of: .number(1))?.map(\.node.id) == [.section(0), .number(0), .number(1)])
    #expect(placed.section(of: .section(1))?.last?.node.id == .file)
    #expect(placed.section(of: .save) == nil)
  }

  @Test func hitTestsFindPartsBeforeTheirRow() throws {
    let panel = SamplePanel()
    for (id, part) in [
      (SamplePanel.ID.section(0), Target<SamplePanel.ID>.Part.toggle), (.section(0), .remove),
      (.number(0), .slider), (.number(0), .value), (.choice, .next), (.keep, .toggle),
    ] {
      #expect(panel.placed.target(at: panel.middle(id, part)) == Target(id, part))
    }
    #expect(panel.placed.target(at: panel.middle(.close)) == Target(.close))
  }

  @Test func theFooterScrollsInAShortPanel() {
    var panel = SamplePanel()
    panel.surface.height = 250
    let placed = panel.placed
    #expect(placed.footer.isEmpty && placed.tooltip.isEmpty && placed.mostScroll > 0)
    #expect(placed.rows.allSatisfy { $0.isScrolled })
    panel.input.reveal(.keep, in: placed)
    #expect(panel.placed.scroll == placed.mostScroll - placed.metrics.footerPadding)
    panel.input.reveal(.section(0), in: panel.placed)
    #expect(panel.placed.scroll == 0)
  }

  @Test func aListReservesTheHeightOfAllItsRows() {
    func height(_ found: Int) -> Int {
      let rows = (0..<found).map { Node(SamplePanel.ID.number($0), .listItem, "\($0)") }
      let tree = [
        Node(SamplePanel.ID.title, .title, "Find"),
        Node(.rows, .scrollArea, "nothing", value: .room(9), children: rows),
      ]
      return Placed(tree, scale: 1, scroll: 0, surface: PixelSize(width: 500, height: 900))
        .frame.height
    }
    #expect(height(0) == height(9) && height(9) == 42 + 9 * 30 + 6)
  }

  @Test func rowsForFingersAreAtLeast44PixelsHigh() {
    let panel = SamplePanel()
    for (isForFingers, least) in [(true, 44), (false, 24)] {
      let placed = Placed(
        panel.tree, scale: 1, scroll: 0, surface: panel.surface, isForFingers: isForFingers)
      let heights = placed.rows.map(\.rect.height)
      #expect(heights.allSatisfy { $0 >= least }, "\(heights)")
      #expect(heights.contains(26) == !isForFingers, "\(heights)")
      for (row, next) in zip(placed.rows, placed.rows.dropFirst()) where next.isScrolled {
        #expect(row.rect.maxY == next.rect.minY)
      }
    }
  }

  @Test func theDrawingContainsEveryControl() throws {
    let panel = SamplePanel(focus: .number(1))
    let drawing = try #require(panel.placed.drawing(panel.input))
    func texts(_ items: [DrawingItem]) -> [String] {
      items.flatMap { item -> [String] in
        switch item {
        case .text(let text): [text.text]
        case .clipped(_, let inner): texts(inner)
        default: []
        }
      }
    }
    let words = texts(drawing.items)
    for word in [
      "Sample", "something is wrong", "Section 0", "Number 1", "50", "Name 0", "Red", "choose",
      "what it means", "Save", "s", "Keep",
    ] {
      #expect(words.contains(word), "\(word)")
    }
    let nothing = Placed<SamplePanel.ID>([], scale: 1, scroll: 0, surface: panel.surface)
    #expect(nothing.drawing(panel.input) == nil)
  }
}
