"""What makes an app of the site: its manifest, the service worker, and the page that is shown without network."""

from __future__ import annotations

import json
from functools import lru_cache

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.web.http.assets.templates import STATIC, Pages, page
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.names import SITE

router = APIRouter()
ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("mask-512.png", 512, "maskable"))
ICON = "icons/icon-192.png"
SHELL = ("site.css", "fonts/alegreya-sc-bold.woff2", "js/shared/notices.js", "js/pages/offline.js", ICON)
GROUND, BAR = "#f3e9d7", "#fffaf0"  # of site.css, in its light colours


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    """What a browser needs to install the site."""
    pages: Pages = request.app.state.pages
    _ = viewer_of(request).tongue
    said = {
        "id": "/",
        "name": SITE,
        "short_name": "Kidd",
        "description": _("Three board games on a ship’s deck, with friends, strangers and computers."),
        "lang": _.code,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": BAR,
        "categories": ["games"],
        "icons": [
            {"src": pages.static(f"icons/{name}"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in ICONS
        ],
        "shortcuts": [{"name": _("My games"), "url": "/games"}, {"name": _("Notices"), "url": "/notices"}],
    }
    headers = {"cache-control": "no-cache", "vary": "Cookie, Accept-Language"}
    return Response(json.dumps(said, ensure_ascii=False), headers=headers, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker(request: Request) -> Response:
    """The service worker, another one for each version of the pages; it lies here, as it sees to all of them."""
    worker = _worker(request.app.state.pages)
    return Response(worker, headers={"cache-control": "no-cache"}, media_type="text/javascript")


@router.get("/offline")
def offline(request: Request) -> Response:
    """What is shown of a page that was never seen, without network."""
    return page(request, "installing/offline.html")


@lru_cache(4)
def _worker(pages: Pages) -> str:
    parts = [pages.static(name) for name in SHELL]
    shell = {"version": pages.version, "parts": parts, "icon": pages.static(ICON)}
    return f"const SHELL = {json.dumps(shell)};\n" + (STATIC / "js/worker/worker.js").read_text(encoding="utf-8")
