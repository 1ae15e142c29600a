"""A real browser for tests: Debian's Chromium, driven by Playwright.

Where something is missing, the tests fail and say what to install.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
TABS = tuple("run flow attention step votes code".split())


def chromium() -> str:
    """The path of the browser."""
    given = os.environ.get("CHROMIUM")
    found = given or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("Chromium is missing: install it (Debian: apt-get install chromium)")
    return found


@contextmanager
def open_browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


class Watched:
    """A page in the browser, and everything it did that a page should not do."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.set_default_timeout(10_000)
        self.requests: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text))
        page.on("dialog", lambda dialog: self.errors.append(f"dialog: {dialog.message}"))

    def resize(self, width: int, height: int, scheme: Literal["light", "dark"]) -> None:
        """The size of the window, and the colours that the system asks for."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)

    def open(self, text: str, folder: Path) -> Page:
        """Open the text of a page from disk, as a person would."""
        file = folder / "page.html"
        file.write_text(text, encoding="utf-8")
        self.page.goto(file.as_uri())
        assert self.errors == []
        return self.page


def run_input(tab: Page, line: str) -> None:
    tab.fill("#words", line)
    tab.press("#words", "Enter")


def answers(tab: Page) -> list[str]:
    return tab.locator(".answer").all_inner_texts()
