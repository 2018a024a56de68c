// Whoever draws needs colours.
@_exported import struct Geometry.PaintColor
