/// The type numbers of all decoder messages.
package enum DecoderTag: UInt8, CaseIterable {
  case hello = 129
  case info = 130
  case tileReady = 131
  case tileCancelled = 132
  case progress = 133
  case failure = 134
  case cached = 135
  case noRoom = 136
  case incomplete = 137
  case frame = 138
  case gainMap = 139
  case metadata = 140
  case insteadUse = 141
  case tileFailed = 142
  case times = 143
  case tiles = 144
  case headroom = 145
  case display = 146
  case brokenProfile = 147
  case canvases = 148
  case member = 149
  case proof = 150
}

extension WireWriter {
  mutating func put(_ tag: DecoderTag) { put(tag.rawValue) }
}
