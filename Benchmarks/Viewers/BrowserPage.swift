import FaultyServer
import Glibc
import TestSupport

/// OpenSeadragon in Chromium, if both are available: the page with which a browser shows a Deep
/// Zoom.
///
/// `OPENSEADRAGON` in the environment names the script, which is not part of the project.
/// Animations and fading are off, as in the viewer that it is compared with, and the key 1 zooms to
/// 100 %.
struct BrowserPage {
  private let script: [UInt8]

  /// `nil` without Chromium, or without the script.
  init?() {
    guard TestProcess.canFind(Contender.chromium.executable), let path = getenv("OPENSEADRAGON")
    else { return nil }
    script = WebReply.file(String(cString: path), in: "").body
  }

  /// Returns the server's reply to a request of the page itself.
  func reply(to name: String) -> WebReply? {
    switch name {
    case "page.html": WebReply(headers: [("Content-Type", "text/html")], body: Array(page.utf8))
    case "openseadragon.js": WebReply(headers: [("Content-Type", "text/javascript")], body: script)
    case "favicon.ico": WebReply(404)
    default: nil
    }
  }

  private var page: String {
    """
    <!DOCTYPE html><meta charset="utf-8"><title>Deep Zoom</title>
    <style>html, body, #view { margin: 0; width: 100%; height: 100%; background: #222 }</style>
    <div id="view"></div><script src="openseadragon.js"></script><script>
    const viewer = OpenSeadragon({
      id: "view", tileSources: "picture.dzi", showNavigationControl: false,
      animationTime: 0, blendTime: 0, gestureSettingsMouse: { flickEnabled: false },
    });
    document.addEventListener("keydown", event => {
      if (event.key !== "1") return;
      viewer.viewport.zoomTo(viewer.world.getItemAt(0).imageToViewportZoom(1), undefined, true);
    });
    </script>
    """
  }
}

extension Contender {
  /// A browser without borders around its page, as large as the screen.
  static let chromium = Contender(
    name: "OpenSeadragon", executable: "chromium",
    arguments: [
      "--no-sandbox", "--no-first-run", "--no-default-browser-check", "--disable-infobars",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      "--password-store=basic", "--window-position=0,0", "--window-size=1280,800", "--kiosk",
    ])
}
