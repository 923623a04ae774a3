"""Where the book is published: the one place that knows the address of the repository and of the site.

``otb_repository`` is ``owner/name`` on GitHub; GitHub Actions sets it by the variable ``GITHUB_REPOSITORY``.  Without it
the book is built all the same, without the links that need an address.
"""

import os
import re

from sphinx.errors import ConfigError


def complete(app, config):
    """Check the name of the repository, and derive the address of the site from it unless the configuration gives one."""
    name = config.otb_repository
    if name and not re.fullmatch(r"[\w.-]+/[\w.-]+", name):
        raise ConfigError(f"otb_repository = {name!r}: expected owner/name, such as ada/online-to-batch")
    if name and not config.html_baseurl:
        owner, repository = name.split("/")
        config.html_baseurl = f"https://{owner.lower()}.github.io/{repository}/"


def setup(app):
    app.add_config_value("otb_repository", os.environ.get("GITHUB_REPOSITORY", ""), "html", str)
    app.connect("config-inited", complete, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
