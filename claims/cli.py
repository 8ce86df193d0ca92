"""The command line. Each command does one thing and says how it ended through its exit code (``claims --help``)."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Annotated, cast

import typer

from claims import __version__
from claims.cli_options import (
    DiffFormat,
    Ids,
    LegChoice,
    OfflineOption,
    PackOption,
    SchemaChoice,
    ToolchainChoice,
    ToolchainOption,
)
from claims.errors import InputError, usage_problem

EXIT_CODES = (
    "Exit codes: 0 clean, 1 a claim failed or weakened, 2 input cannot be used or nothing was checked, "
    "3 a required tool is missing."
)

app = typer.Typer(
    help=f"Verify mathematical claims: a Lean proof, a symbolic derivation and a rigorous enclosure each. {EXIT_CODES}",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
toolchain_app = typer.Typer(help="The Lean toolchain that checks the proofs.", no_args_is_help=True)
app.add_typer(toolchain_app, name="toolchain")
cache_app = typer.Typer(help="Results and compiled modules kept between runs.", no_args_is_help=True)
app.add_typer(cache_app, name="cache")


def _version(value: bool) -> None:
    if value:
        print(f"claims {__version__}")
        raise typer.Exit()


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Common options."""


@app.command()
def verify(
    ids: Ids = None,
    leg: Annotated[
        list[LegChoice] | None, typer.Option("--leg", help="Run only this leg (repeatable); no status is derived then.")
    ] = None,
    mutants: Annotated[
        bool, typer.Option("--mutants", help="Also run the seeded wrong variants; each must be rejected.")
    ] = False,
    only_changed: Annotated[
        bool,
        typer.Option(
            "--only-changed", help="With --mutants: Lean mutants only of claims whose sources differ from the lock."
        ),
    ] = False,
    json_out: Annotated[
        str, typer.Option("--json", metavar="FILE|-", help="Write the report as JSON to FILE, or to standard output.")
    ] = "",
    junit: Annotated[str, typer.Option("--junit", metavar="FILE", help="Write the results as JUnit XML.")] = "",
    sarif: Annotated[str, typer.Option("--sarif", metavar="FILE", help="Write the findings as SARIF 2.1.0.")] = "",
    badge: Annotated[str, typer.Option("--badge", metavar="FILE", help="Write an endpoint for a badge as JSON.")] = "",
    markdown: Annotated[
        str, typer.Option("--markdown", metavar="FILE|-", help="Write table and findings as Markdown.")
    ] = "",
    jobs: Annotated[
        int, typer.Option("-j", "--jobs", min=1, help="Parallel workers (default: number of cores).")
    ] = os.cpu_count() or 1,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Run everything anew.")] = False,
    release: Annotated[
        bool,
        typer.Option("--release", help="No cache, all mutants, the Lean loader as shipped (symbol lookup memoised)."),
    ] = False,
    strict_evidence: Annotated[
        bool, typer.Option("--strict-evidence", help="A recorded run that has gone stale is an error, not a warning.")
    ] = False,
    device: Annotated[
        list[str] | None,
        typer.Option("--device", help="Also run the float checks on this device, such as cuda (repeatable)."),
    ] = None,
    annotations: Annotated[
        bool, typer.Option("--annotate", help="Also print GitHub annotations (always when GITHUB_ACTIONS is set).")
    ] = False,
    toolchain: ToolchainOption = ToolchainChoice.auto,
    offline: OfflineOption = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every note.")] = False,
    pack: PackOption = Path(),
) -> None:
    """Run the legs of the claims, derive what each has earned, and compare with the lock."""
    from claims.commands import run_verify
    from claims.model import LEGS
    from claims.outputs import Outputs
    from claims.runner import Options

    if only_changed and not (mutants or release):
        raise typer.BadParameter("changes nothing without --mutants: add it", param_hint="--only-changed")
    wanted = {item.value for item in leg or LegChoice}
    options = Options(
        legs=tuple(name for name in LEGS if name in wanted),
        mutants=mutants or release,
        only_changed=only_changed and not release,
        jobs=jobs,
        use_cache=not (no_cache or release),
        toolchain=toolchain.value,
        offline=offline,
        release=release,
        strict_evidence=strict_evidence,
        annotate=annotations,
        devices=tuple(device or ()),
    )
    outputs = Outputs(json_out, junit, sarif, badge, markdown)
    raise typer.Exit(run_verify(pack, ids or [], options, outputs, verbose))


@app.command()
def record(
    ids: Ids = None,
    backend: Annotated[str, typer.Option("--backend", help="Array library: numpy, torch, jax, cupy.")] = "numpy",
    device: Annotated[str, typer.Option("--device", help="Where it computes: cpu, cuda, cuda:1.")] = "cpu",
    dtype: Annotated[
        list[str] | None, typer.Option("--dtype", help="Record only this dtype (repeatable; default: all that ran).")
    ] = None,
    because: Annotated[
        str, typer.Option("--because", help="Why a record worse than the one before it is accepted; stored in it.")
    ] = "",
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, help="Parallel workers.")] = os.cpu_count() or 1,
    show_only: Annotated[bool, typer.Option("--list", help="Run nothing: list the records there are.")] = False,
    pack: PackOption = Path(),
) -> None:
    """Run the float checks of claims on a device and keep what was observed and allowed under evidence/."""
    from claims.recording import Wanted, run_list_records, run_record

    if show_only:
        raise typer.Exit(run_list_records(pack, ids or []))
    raise typer.Exit(run_record(pack, ids or [], Wanted(backend, device, tuple(dtype or ()), because, jobs)))


@app.command("run")
def run_(
    experiment: Annotated[str, typer.Argument(help="Id of a claim that has an experiment.")],
    backend: Annotated[
        str, typer.Option("--backend", help="numpy, torch, jax, cupy, or numba: the compiled kernel.")
    ] = "numpy",
    device: Annotated[str, typer.Option("--device", help="Where it computes: cpu, cuda, cuda:1.")] = "cpu",
    dtype: Annotated[
        str, typer.Option("--dtype", help="float64, float32; bfloat16, float16, tf32 as operands of products.")
    ] = "float64",
    seeds: Annotated[
        int, typer.Option("--seeds", min=0, help="Independent seeds; 0: as many as the experiment has.")
    ] = 0,
    scheduler: Annotated[
        str, typer.Option("--scheduler", metavar="ADDRESS", help="Deal the pieces to a dask.distributed scheduler.")
    ] = "",
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, help="Parallel workers.")] = os.cpu_count() or 1,
    anew: Annotated[bool, typer.Option("--anew", help="Run also the pieces that an earlier run has kept.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Record also where a current record has more seeds than this run.")
    ] = False,
    pack: PackOption = Path(),
) -> None:
    """Run an experiment in full; a run that was stopped goes on where it was. Writes a record and its pictures."""
    from claims.experiments import Asked, run_experiment

    asked = Asked(backend, device, dtype, seeds, scheduler, jobs, anew, replace)
    raise typer.Exit(run_experiment(pack, experiment, asked))


@app.command("list")
def list_claims(ids: Ids = None, pack: PackOption = Path()) -> None:
    """List the claims of the registry with what they declare."""
    from claims.showing import run_list

    raise typer.Exit(run_list(pack, ids or []))


@app.command()
def show(
    claim: Annotated[str, typer.Argument(help="Id of a claim.")],
    trust: Annotated[
        bool, typer.Option("--trust", help="Also list the core theorems and definitions that the proof relies on.")
    ] = False,
    pack: PackOption = Path(),
) -> None:
    """Show one claim: statement, hypotheses, legs, and the last evidence for each."""
    from claims.showing import run_show

    raise typer.Exit(run_show(pack, claim, trust))


@app.command()
def audit(
    folder: Annotated[Path, typer.Argument(help="A folder with compiled Lean modules (*.olean), of any project.")],
    theorem: Annotated[
        list[str] | None, typer.Option("--theorem", help="Report on this constant in full (repeatable).")
    ] = None,
    json_out: Annotated[
        str, typer.Option("--json", metavar="FILE|-", help="Write the report as JSON to FILE, or to standard output.")
    ] = "",
    trust: Annotated[
        bool, typer.Option("--trust", help="Show every theorem with the core constants it relies on.")
    ] = False,
    jobs: Annotated[int, typer.Option("-j", "--jobs", min=1, help="Parallel processes.")] = os.cpu_count() or 1,
    toolchain: ToolchainOption = ToolchainChoice.auto,
    offline: OfflineOption = False,
) -> None:
    """Audit compiled Lean modules without running Lean on them: axioms, and every proof checked by a second kernel."""
    from claims.auditing import run_audit

    raise typer.Exit(run_audit(folder, theorem or [], json_out, trust, jobs, toolchain.value, offline))


@app.command()
def status(ids: Ids = None, pack: PackOption = Path()) -> None:
    """What the lock says each claim has earned, and which legs changed since; runs nothing."""
    from claims.showing import run_status

    raise typer.Exit(run_status(pack, ids or []))


@app.command()
def lock(
    accept: Annotated[
        list[str] | None, typer.Option("--accept", help="Accept the weakening or drift of this claim (repeatable).")
    ] = None,
    because: Annotated[str, typer.Option("--because", help="Why it is accepted; stored in the lock.")] = "",
    toolchain: ToolchainOption = ToolchainChoice.auto,
    offline: OfflineOption = False,
    pack: PackOption = Path(),
) -> None:
    """Verify everything and write what was earned to the lock.

    Refuses a dirty tree, a failing leg, and a weakening that is not named.
    """
    from claims.locking import run_lock

    raise typer.Exit(run_lock(pack, accept or [], because, toolchain.value, offline))


@app.command()
def diff(
    revision: Annotated[str, typer.Argument(metavar="REV", help="A git revision: branch, tag, commit.")],
    form: Annotated[DiffFormat, typer.Option("--format", help="How the changes are printed.")] = DiffFormat.text,
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit 1 when something weakened.")] = False,
    pack: PackOption = Path(),
) -> None:
    """What changed per claim between a git revision and the working tree: what is said, checked and earned."""
    from claims.diffing import run_diff

    raise typer.Exit(run_diff(pack, revision, form.value, exit_code))


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder that does not exist yet, or an empty one.")],
    title: Annotated[str, typer.Option("--title", help="Title of the new pack, for its README.")] = "",
) -> None:
    """Start a pack for the claims of a paper: one sample claim with three green legs, and its CI file."""
    from claims.new_pack import run_new

    raise typer.Exit(run_new(folder, title))


@app.command()
def doctor() -> None:
    """Say what is installed, what is missing, what a missing part costs, and the command that brings it."""
    from claims.doctor import run_doctor

    raise typer.Exit(run_doctor())


@app.command()
def explain(
    code: Annotated[
        str, typer.Argument(help="A reason code such as LEAN_SORRY; without one, all codes are listed.")
    ] = "",
) -> None:
    """Explain a reason code: what it means and what to do about it."""
    from claims.reasons import run_explain

    raise typer.Exit(run_explain(code))


@app.command()
def table(
    readme: Annotated[
        str, typer.Option("--readme", metavar="FILE", help="Put the table between the marker lines of this file.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit 1 when the file does not hold the table as it is now.")
    ] = False,
    pack: PackOption = Path(),
) -> None:
    """The table of what the lock vouches for, in Markdown; runs nothing."""
    from claims.table import run_table

    raise typer.Exit(run_table(pack, readme, check))


@app.command()
def schema(
    document: Annotated[SchemaChoice, typer.Argument(help="Registry files, or a JSON report.")] = SchemaChoice.registry,
) -> None:
    """Print a JSON Schema: of registry files, of `verify --json`, or of `diff --format json`."""
    from claims.schema import json_schema, report_schema

    print(json.dumps(json_schema() if document is SchemaChoice.registry else report_schema(document.value), indent=2))


@toolchain_app.command("status")
def toolchain_status() -> None:
    """Which Lean toolchains are there, and whether they are whole."""
    from claims.toolchains import run_status

    raise typer.Exit(run_status())


@toolchain_app.command("install")
def toolchain_install(offline: OfflineOption = False) -> None:
    """Fetch, verify and unpack the embedded Lean."""
    from claims.toolchains import run_install

    raise typer.Exit(run_install(offline))


@toolchain_app.command("remove")
def toolchain_remove() -> None:
    """Delete the embedded Lean from the user cache."""
    from claims.toolchains import run_remove

    raise typer.Exit(run_remove())


@cache_app.command("status")
def cache_status(pack: PackOption = Path()) -> None:
    """What is kept, where, how much of it, since when, and the limit."""
    from claims.caches import run_status

    raise typer.Exit(run_status(pack))


@cache_app.command("clean")
def cache_clean(
    everything: Annotated[bool, typer.Option("--all", help="Delete everything under .claims/ of the pack.")] = False,
    pack: PackOption = Path(),
) -> None:
    """Delete what no current source asks for, and what killed runs left; say what it freed."""
    from claims.caches import run_clean

    raise typer.Exit(run_clean(pack, everything))


class _Interrupted(BaseException):
    """Ctrl-C or a polite end. No ``KeyboardInterrupt``: the command-line library would end the run without a word."""


def _interrupt(number: int, frame: object) -> None:
    """Workers and Lean processes are killed on the way out."""
    raise _Interrupted


#: What the library raises for a command line that cannot be used; it keeps the class to itself.
_Usage = cast("type[Exception]", typer.BadParameter.__mro__[1])


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; input errors become one line each and exit code 2, an interrupt 130."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:  # `nohup` means it
            signal.signal(number, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a title may hold what the terminal cannot show
    try:
        code = app(args=arguments, standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code)
    except BrokenPipeError:  # whoever asked has stopped listening, which is no fault
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except _Usage as error:
        if type(error).__name__ != "NoArgsIsHelpError":  # which has printed the help
            print(f"error: {usage_problem(error)}", file=sys.stderr)
        sys.exit(2)
    except InputError as error:
        for problem in error.problems:
            print(f"error: {problem}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(
            f"error: {error.filename or ''}: {error.strerror or error} -- check the path, its permissions and the disk",
            file=sys.stderr,
        )
        sys.exit(2)
    except _Interrupted:
        print("interrupted: nothing half-written was kept", file=sys.stderr)
        sys.exit(130)
