"""What people deploy the server with names settings, commands, ports, paths and metrics that there are."""

from __future__ import annotations

import configparser
import json
import re
import shlex
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.main import get_command

from kidd.terminal.commands import app
from kidd.web.app import create_app
from kidd.web.http.defence.body_limits import MOST_BYTES
from kidd.web.http.metrics import Metrics
from kidd.web.http.settings import PREFIX, Settings, read_settings

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text()
FILES = (ROOT / "Dockerfile", ROOT / "compose.yaml", *(file for file in sorted(DEPLOY.rglob("*")) if file.is_file()))
KNOWN = {PREFIX + name.upper() for name in Settings.model_fields}
DASHBOARD = DEPLOY / "grafana" / "kidd.json"
PLACEHOLDER = re.compile(r"\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}")


def compose() -> dict[str, Any]:
    """The compose file."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return found


def filled_in(values: dict[str, str], **given: str) -> dict[str, str]:
    """An environment as compose makes it of what stands in .env."""
    return {
        name: PLACEHOLDER.sub(lambda found: given.get(found[1], found[2] or ""), str(value))
        for name, value in values.items()
    }


def in_the_container(**given: str) -> dict[str, str]:
    """The environment of the server in its container, of what stands in .env."""
    kidd = compose()["services"]["kidd"]
    assert kidd["env_file"] == [{"path": ".env", "required": False}]
    return set_in_dockerfile() | given | filled_in(kidd["environment"], **given)


def set_in_dockerfile() -> dict[str, str]:
    """The settings that the image has."""
    return dict(re.findall(r"(KIDD_\w+)=(\S+)", DOCKERFILE))


def options_of(*words: str) -> set[str]:
    """The options of a command of ours."""
    command: Any = get_command(app)
    for word in words:
        command = command.commands[word]
    return {option for parameter in command.params for option in parameter.opts if option.startswith("-")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_setting_that_is_named_is_one(file: Path):
    """Whatever begins with KIDD_ is a setting of the server's."""
    assert set(re.findall(r"\bKIDD_[A-Z_]+[A-Z]", file.read_text())) <= KNOWN


def test_the_container_serves_as_it_is_told(monkeypatch: pytest.MonkeyPatch):
    """With a secret key alone the settings of the image and of compose are good, and fit one another."""
    kidd = compose()["services"]["kidd"]
    for name, value in in_the_container(KIDD_SECRET_KEY="a" * 32).items():
        monkeypatch.setenv(name, value)
    settings = read_settings()
    assert (settings.host, settings.port, str(settings.data)) == ("0.0.0.0", 8000, "/data")
    assert settings.base_url == f"http://localhost:{settings.port}"
    assert f"EXPOSE {settings.port}\n" in DOCKERFILE
    assert f"http://127.0.0.1:{settings.port}/readyz" in DOCKERFILE
    assert kidd["ports"] == [f"127.0.0.1:{settings.port}:{settings.port}"]
    assert f"VOLUME {settings.data}\n" in DOCKERFILE
    assert [volume.split(":")[1] for volume in kidd["volumes"]] == [str(settings.data)]


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_every_setting_reaches_the_container(name: str):
    """Whatever stands in .env, but for where the container listens and keeps its games."""
    found = in_the_container(**{name: "what stands in .env"})[name]
    fixed = set_in_dockerfile().get(name, "what stands in .env")
    assert found == fixed


def test_compose_has_one_service_and_the_rest_by_profiles():
    """By default one service and one volume; every volume and dependency that is named is there."""
    found = compose()
    services = found["services"]
    assert [name for name, one in services.items() if "profiles" not in one] == ["kidd"]
    assert {name for one in services.values() for name in one.get("profiles", ())} == {"postgres", "workers", "proxy"}
    named = {volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())}
    assert {name for name in named if not name.startswith(".")} == set(found["volumes"])
    assert all((ROOT / name).is_file() for name in named if name.startswith("."))
    assert all(set(one.get("depends_on", ())) <= set(services) for one in services.values())
    optional = services["kidd"]["depends_on"].values()
    assert not any(one["required"] for one in optional), "the default does without the profiles"


def test_the_proxy_of_compose_is_trusted_and_no_other():
    """Its address in the network is the one whose word counts for who comes."""
    found = compose()
    address = found["services"]["proxy"]["networks"]["default"]["ipv4_address"]
    assert in_the_container()["KIDD_PROXIES"] == address
    (network,) = found["networks"]["default"]["ipam"]["config"]
    assert ip_address(address) in ip_network(network["subnet"])


def test_the_example_of_an_environment_fits_compose():
    """Every variable that compose asks for is explained there, beside settings of the server's."""
    text = (DEPLOY / "env.example").read_text()
    asked = {name for name, _ in PLACEHOLDER.findall((ROOT / "compose.yaml").read_text())}
    named = set(re.findall(r"^#?(\w+)=", text, re.MULTILINE))
    assert asked <= named <= asked | KNOWN
    for name, value in re.findall(r"^#(KIDD_\w+)=(\S+)", text, re.MULTILINE):
        Settings(**{name.removeprefix(PREFIX).lower(): value})


def test_commands_are_ours():
    """`kidd serve` is started by the image and by systemd, with options that it has; Dask's are as documented."""
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "systemd" / "kidd.service")
    started = [shlex.split(unit["Service"]["ExecStart"]), json.loads(re.findall(r"^CMD (.*)$", DOCKERFILE, re.M)[-1])]
    for program, command, *words in started:
        assert (Path(program).name, command) == ("kidd", "serve")
        assert {word for word in words if word.startswith("-")} <= options_of("serve")
    assert Path(unit["Service"]["ReadOnlyPaths"]) in Path(started[0][0]).parents, "it does not change its program"
    assert int(unit["Service"]["TimeoutStopSec"]) > Settings.model_fields["stop_seconds"].default
    serving = (ROOT / "docs" / "serving.md").read_text()
    for name in ("scheduler", "worker"):
        program, command, *words = compose()["services"][name]["command"]
        assert (program, command) == ("dask", name)
        assert f"dask {name}" in serving
        assert "--nthreads" in words or name == "scheduler"


def test_the_systemd_unit_is_the_clubs():
    """Its folder and settings are those of the page that tells how to set a club up."""
    unit, page = (DEPLOY / "systemd" / "kidd.service").read_text(), (ROOT / "docs" / "club.md").read_text()
    for said in ("EnvironmentFile=/srv/kidd/kidd.env", "ExecStart=/srv/kidd/venv/bin/kidd serve"):
        assert said in unit
    assert "deploy/systemd/kidd.service" in page


def test_proxies_pass_on_what_the_server_needs():
    """Host, who asks and upgrades by nginx; bodies as large as the server takes; no probes."""
    nginx = (DEPLOY / "nginx" / "kidd.conf").read_text()
    for header in ("Host $host", "X-Forwarded-For $remote_addr", "Upgrade $http_upgrade"):
        assert f"proxy_set_header {header};" in nginx
    assert int(re.findall(r"client_max_body_size (\d+)k", nginx)[0]) * 1000 == MOST_BYTES
    assert nginx.count("{") == nginx.count("}")
    caddy = (DEPLOY / "caddy" / "Caddyfile").read_text()
    proxy = compose()["services"]["proxy"]
    assert set(re.findall(r"\{\$(\w+)", caddy)) == set(proxy["environment"])
    there = {getattr(route, "path", "") for route in create_app(Settings(secret_key="a" * 32)).routes}
    for hidden in ("/metrics", "/readyz"):
        assert hidden in there
        assert f"location = {hidden} {{" in nginx
        assert f"respond {hidden} 404" in caddy


def test_caddy_finds_every_server_of_a_name():
    """Several servers of compose have one name: it stands for as many upstreams, and one that is gone is not asked."""
    caddy = (DEPLOY / "caddy" / "Caddyfile").read_text()
    found = compose()["services"]
    host, port = (str(found["proxy"]["environment"][name]) for name in ("UPSTREAM", "UPSTREAM_PORT"))
    assert host in found
    assert in_the_container()["KIDD_PORT"] == port
    assert re.search(r"dynamic a \{\s+name \{\$UPSTREAM:\S+\}\s+port \{\$UPSTREAM_PORT:\d+\}\s+refresh 1s\s+\}", caddy)
    for said in ("lb_policy ip_hash", "lb_try_duration 5s", "fail_duration 10s"):
        assert said in caddy
    assert "health_uri" not in caddy, "which are not asked of servers that are looked up"


def test_the_dashboard_shows_metrics_that_there_are():
    """Every metric and label of every query is one that the server exposes, or Prometheus itself."""
    dashboard = json.loads(DASHBOARD.read_text())
    metrics = Metrics()
    metrics.requests.labels("GET", "/", "200").inc()
    metrics.seconds.labels("/").observe(1)
    metrics.ended.labels("all").inc()
    metrics.opened.labels("LC").inc()
    metrics.refused.labels("busy").inc()
    samples = [one for family in text_string_to_metric_families(metrics.text().decode()) for one in family.samples]
    known = {one.name: set(one.labels) for one in samples if not one.name.endswith("_created")}
    shown = set()
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    for query in [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]:
        for name, labels in re.findall(r"\b(kidd_\w+)(?:\{([^}]*)\})?", query):
            shown.add(name)
            assert set(re.findall(r"(\w+)\s*=~?", labels)) - {"instance", "job"} <= known[name], query
        for grouped in re.findall(r"by \(([^)]*)\)", query):
            labels_of = set().union(*(known[name] for name in re.findall(r"\bkidd_\w+", query)))
            assert {label.strip() for label in grouped.split(",")} <= labels_of | {"instance"}, query
    assert {re.sub(r"_(bucket|sum|count|total)$", "", one) for one in known} == {
        re.sub(r"_(bucket|sum|count|total)$", "", one) for one in shown
    }, "and all of them"


def test_prometheus_asks_where_they_are():
    """The path is the server's, and the job is the dashboard's."""
    (job,) = yaml.safe_load((DEPLOY / "prometheus" / "kidd.yml").read_text())
    assert job["metrics_path"] in {
        getattr(route, "path", "") for route in create_app(Settings(secret_key="a" * 32)).routes
    }
    assert job["static_configs"][0]["targets"] == ["127.0.0.1:8000"]
    assert f'job=\\"{job["job_name"]}\\"' in DASHBOARD.read_text()


def test_every_file_is_explained():
    """The page on deployment names each of them."""
    page = (ROOT / "docs" / "deployment.md").read_text()
    assert [file.name for file in FILES if str(file.relative_to(ROOT)) not in page] == []
