"""A real browser for tests: Chromium without a window, a fresh profile, and nothing to reach but the page itself.

The driver is named explicitly, so that selenium downloads none. Where there is no browser a test is skipped with the
reason on a laptop, and fails in CI. AXE names a file axe.min.js; without it, npm fetches axe-core into a temporary folder.
"""
from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ARGUMENTS = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-extensions",
             "--no-first-run", "--hide-scrollbars", "--force-device-scale-factor=1", "--window-size=1280,1000")
AXE = "axe-core@4.14.1"
SERIOUS = ("serious", "critical")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


def is_in_ci() -> bool:
    """Tell whether what is missing must fail a test, not skip it."""
    return os.environ.get("CI", "").lower() in ("1", "true")


def why_not() -> str:
    """Return what is missing for a browser to start, or ""."""
    try:
        import selenium  # noqa: F401
    except ModuleNotFoundError:
        return "selenium is not installed: pip install -r requirements/soak.txt"
    if not any(map(shutil.which, BROWSERS)) or not shutil.which("chromedriver"):
        return "there is no Chromium with its driver here: apt-get install chromium chromium-driver"
    return ""


def new_driver(*more: str) -> Any:
    """Start a browser; `more` are arguments for it."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = next(path for path in map(shutil.which, BROWSERS) if path)
    for argument in (*ARGUMENTS, *more):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser, one for the whole run."""
    if reason := why_not():
        if is_in_ci():
            pytest.fail(f"CI must run the browser tests, but {reason}")
        pytest.skip(reason)
    driver = new_driver()
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """axe-core's source: of the file that AXE names, else as npm fetches it."""
    if given := os.environ.get("AXE"):
        return Path(given).read_text(encoding="utf-8")
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    done = npm and subprocess.run([npm, "install", "--no-audit", "--no-fund", AXE], cwd=folder, capture_output=True, check=False)
    if not done or done.returncode:
        (pytest.fail if is_in_ci() else pytest.skip)(f"{AXE} cannot be fetched by npm")
    return (folder / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def serious(driver: Any, axe: str) -> list[tuple[str, list[str]]]:
    """Return what axe-core finds on the page that keeps somebody from using it: each rule with the elements that break it."""
    driver.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})  # a page's policy may forbid scripts that a page adds
    found = driver.execute_async_script("axe.run().then(arguments[0])")
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found["violations"] if rule["impact"] in SERIOUS]


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[[Path], Any]]:
    """Open a page from a file; afterwards nothing may have been written to the console, and emulations end."""
    browser.get_log("browser")

    def open_page(path: Path, anchor: str = "") -> Any:
        browser.get("about:blank")
        browser.get(path.resolve().as_uri() + anchor)
        return browser

    yield open_page
    said = browser.get_log("browser")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert not said, said


def emulate(driver: Any, **features: str) -> None:
    """Pretend that the system asks for these: forced_colors="active", prefers_color_scheme="dark", ..."""
    asked = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": asked})


def resize(driver: Any, width: int, height: int = 800, scale: float = 1) -> None:
    """Give the page this many CSS pixels."""
    size = {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
