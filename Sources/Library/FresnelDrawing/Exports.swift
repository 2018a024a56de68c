// Re-exported, because programs that draw need colours.
@_exported import struct Geometry.PaintColor
