import Tiles
import Viewing

/// What a view has to say, passed to the program's handler.
struct ViewMessages {
  let handler: ViewLogHandler?

  func callAsFunction(_ level: ViewLogLevel, _ message: String, _ metadata: [String: String]) {
    handler?(level, message, metadata)
  }

  func callAsFunction(_ news: SourceNews, of id: SourceID) {
    let source = ["source": "\(id.number)"]
    switch news {
    case .failed(let sentence): self(.error, sentence, source)
    case .incomplete(let sentence): self(.warning, sentence, source)
    case .tileFailed(let key, let sentence):
      self(
        .warning, sentence,
        source.merging(["column": "\(key.column)", "row": "\(key.row)"]) { $1 })
    case .noRoom: self(.notice, "there is no room to cache the picture", source)
    case .profileRefused:
      self(.warning, "the monitor's colour profile can't be used: sRGB counts", source)
    case .opened, .covered, .progress: break
    }
  }

  func callAsFunction(_ news: RendererNews) {
    switch news {
    case .tookOver: self(.debug, "frames come from the renderer's own thread", [:])
    case .unfiltered(let sentence):
      self(.warning, "filters can't be drawn: \(sentence)", [:])
    case .filtersRefused(let problem, let frame):
      self(.warning, "\(problem)", ["frame": "\(frame)"])
    case .lost: self(.notice, "the graphics driver has lost everything that was drawn from", [:])
    case .failed(let sentence): self(.critical, sentence, [:])
    case .presented: break
    }
  }

  func callAsFunction(_ ending: ViewEnding) {
    switch ending {
    case .closed: self(.debug, "the view was closed", [:])
    case .windowDestroyed: self(.notice, "the view's window was destroyed", [:])
    case .displayLost: self(.error, "the X server is gone", [:])
    case .failed(let sentence): self(.critical, sentence, [:])
    }
  }
}
