import GIOFiles
import Windowing

extension DesktopSettings.Source {
  /// Creates what the portal says.
  ///
  /// Only wishes count: portals of other desktops report GNOME's settings with GNOME's defaults,
  /// and must not undo what the desktop's own XSETTINGS manager says.
  init(portal: PortalSettings) {
    self.init()
    if portal.reducesMotion { isAnimated = false }
    if portal.hasHighContrast { hasHighContrast = true }
    isLight = portal.isLight
    textScale = portal.textScale
  }
}
