"""Look at notebooks as someone who has just downloaded them: in JupyterLab, which neither trusts nor executes them."""

import json
import os
import subprocess
import sys
import time
from contextlib import contextmanager

import browser

SETTINGS = {
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},      # draw also the cells that are off the screen
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}

# Runs in JupyterLab.  Opens a notebook and gives the number of pictures that can be seen once all cells are drawn.
OPEN = r"""
async path => {
  const panel = await jupyterapp.commands.execute("docmanager:open", {path, factory: "Notebook"});
  await panel.context.ready;
  const cells = panel.content.widgets, tick = () => new Promise(done => setTimeout(done, 20));
  const unready = () => cells.some(cell => cell.isPlaceholder()) || panel.node.querySelector(".jp-RenderedMarkdown:empty");
  if ([...panel.context.model.cells].some(cell => cell.type === "code" && cell.trusted)) throw Error(`${path} is trusted`);
  for (let round = 0; unready(); round++) {
    if (round > 3000) throw Error(`${path} is not drawn`);
    await tick();
  }
  const images = [...panel.node.querySelectorAll(".jp-Cell img")];
  await Promise.allSettled(images.map(image => image.decode()));
  const seen = images.filter(image => image.naturalWidth && image.checkVisibility() && image.getBoundingClientRect().width > 1);
  panel.dispose();
  return seen.length;
}
"""

@contextmanager
def jupyterlab(notebooks, scratch):
    """Serve a folder of notebooks to nobody else, without the settings and the kernels of this machine; give the address."""
    own = {f"JUPYTER_{name}_DIR": str(scratch / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")}
    (scratch / "overrides.json").write_text(json.dumps(SETTINGS), "utf8")
    options = {"ServerApp.root_dir": notebooks, "ServerApp.ip": "127.0.0.1", "ServerApp.port": 0, "ServerApp.allow_root": True,
               "ServerApp.open_browser": False, "IdentityProvider.token": "", "KernelSpecManager.allowed_kernelspecs": "none",
               "LabApp.expose_app_in_browser": True, "LabApp.news_url": "", "LabApp.extension_manager": "readonly",
               "LabApp.app_settings_dir": scratch, "LabApp.user_settings_dir": scratch / "user",
               "LabApp.workspaces_dir": scratch / "workspaces"}
    command = [sys.executable, "-m", "jupyterlab", *(f"--{name}={value}" for name, value in options.items())]
    with (scratch / "log").open("w") as log, subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log) as server:
        try:
            while not (said := "".join(path.read_text("utf8") for path in scratch.glob("runtime/jpserver-*.json"))):
                if server.poll() is not None:
                    raise RuntimeError(f"JupyterLab did not start:\n{(scratch / 'log').read_text('utf8')}")
                time.sleep(0.1)
            yield json.loads(said)["url"]
        finally:
            server.terminate()


def pictures(notebooks, scratch):
    """Return how many pictures a reader sees in each notebook of a folder, just downloaded, and what was asked of the network."""
    with jupyterlab(notebooks, scratch) as address, browser.chromium() as chromium, browser.profile(chromium) as context:
        view, outside = context.new_page(), []
        view.on("request", lambda request: request.url.startswith((address, "data:", "blob:")) or outside.append(request.url))
        view.goto(f"{address}lab")
        view.wait_for_function("window.jupyterapp")
        view.evaluate("jupyterapp.restored.then(() => null)")
        return {path.stem: view.evaluate(OPEN, path.name) for path in sorted(notebooks.glob("*.ipynb"))}, outside
