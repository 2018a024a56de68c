import Rendering
import Tiles
import Tiling
import Viewing

/// Sends the view's log messages to the program's handler.
struct ViewMessages {
  let handler: ViewLogHandler?

  func callAsFunction(_ level: ViewLogLevel, _ message: String, _ metadata: [String: String]) {
    handler?(level, message, metadata)
  }

  func callAsFunction(_ event: ViewEvent) {
    switch event {
    case .source(let id, let event): self(event, of: id)
    case .renderer(let event): self(event)
    case .textless(let sentence): self(.warning, sentence, [:])
    case .covered, .zoom, .settled: break
    }
  }

  private func callAsFunction(_ event: SourceEvent, of id: SourceID) {
    let source = ["source": "\(id.number)"]
    switch event {
    case .failed(let sentence): self(.error, sentence, source)
    case .incomplete(let sentence): self(.warning, sentence, source)
    case .tileFailed(let key, let sentence):
      self(
        .warning, sentence,
        source.merging(["column": "\(key.column)", "row": "\(key.row)"]) { $1 })
    case .noRoom: self(.notice, "there is too little disk space to cache the picture", source)
    case .profileRefused:
      self(.warning, "the monitor's colour profile is invalid; sRGB is used instead", source)
    case .opened, .changed, .tile, .tileMissing, .invalidated, .progress, .idle: break
    }
  }

  private func callAsFunction(_ event: RendererEvent) {
    switch event {
    case .tookOver: self(.debug, "the render thread draws the frames now", [:])
    case .unfiltered(let sentence):
      self(.warning, "filters can't be drawn: \(sentence)", [:])
    case .filtersRefused(let problem, let frame):
      self(.warning, "\(problem)", ["frame": "\(frame)"])
    case .lost(let sentence):
      self(.notice, "the graphics driver lost the textures: \(sentence)", [:])
    case .failed(let sentence): self(.critical, sentence, [:])
    case .presented: break
    }
  }

  func callAsFunction(_ ending: ViewEnding) {
    switch ending {
    case .closed: self(.debug, "the view was closed", [:])
    case .windowDestroyed: self(.notice, "the view's window was destroyed", [:])
    case .displayLost: self(.error, "the connection to the X server was lost", [:])
    case .failed(let sentence): self(.critical, sentence, [:])
    }
  }
}
