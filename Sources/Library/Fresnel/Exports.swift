// The types in the view's public interface: `import Fresnel` alone is enough.
@_exported import Filters
@_exported import Geometry
@_exported import Gestures
@_exported import Markers
@_exported import Providing
@_exported import Rendering
@_exported import Tiles
@_exported import Tiling
@_exported import Viewing
@_exported import Zooming
