"""The stylesheet of the drawings: the same looks and palettes as in the pictures, for all themes, and motion."""

from __future__ import annotations

from functools import cache

from kidd.draw.ink import kind
from kidd.draw.marks import DIAMOND, SHAPES
from kidd.draw.palette import LOOKS, ORNAMENT, PALETTES
from kidd.draw.tokens.token import GHOST

CREW_PARTS = ("face", "side", "rim", "hem", "mark")

_STILL = """
.live{user-select:none;-webkit-user-select:none;forced-color-adjust:none}
.deck{display:block}
.live text{font-variant-numeric:tabular-nums}
.live :is(.crews,.names,.heights,.hint,.trail,.strikes){pointer-events:none}
.live .space,.live .space:is(:focus,:focus-visible){outline:none;-webkit-tap-highlight-color:transparent}
.live :is(.token,.height,.ghost,.preview,.struck){transform-box:view-box;transform-origin:0 0}
.live .turn,.live .way{transform-box:view-box;transform-origin:0 0}
.live .furled{opacity:0}
.live .ghost{opacity:%s}
.live .preview{opacity:.4}
.live .preview.is-near{opacity:1}
.live :is(.trace,.ring,.pip,.alarm,.cross,.cursor){visibility:hidden;pointer-events:none}
.live .space:is(.can-move,.is-target,.is-capture,.is-choice,.is-selected){cursor:pointer}
.live .space:is(.is-cursor,:focus-visible) .cursor{visibility:visible;filter:drop-shadow(0 0 2px var(--halo))}
.deck-frame .deck-print{display:none}
.threats-off .live .alarm{visibility:hidden!important}
"""

# Beside the backdrop a page holds one in line art, which browsers load only when they print.
_PAPER = (
    ".live :is(.ring,.pip,.alarm,.cross,.cursor,.hint){display:none}"
    ".deck-frame .deck-backdrop{display:none}.deck-frame img.deck-print{display:block}"
)

_MOTION = """
@media (prefers-reduced-motion:no-preference){
:root:not([data-motion=off]) .live :is(.token,.turn,.way){transition:transform .22s ease-in-out,opacity .2s}
:root:not([data-motion=off]) .live :is(.ring,.pip,.trace){transition:stroke-width .15s,fill .15s}
.live .height{animation:kidd-appear .15s .2s backwards}
.live .freed>*{animation:kidd-hop .25s ease-out}
.live .is-illegal{animation:kidd-shake .22s linear}
.live .is-choice .pip{animation:kidd-beckon 1.2s ease-in-out infinite}
}
@keyframes kidd-appear{from{opacity:0}}
@keyframes kidd-hop{50%{translate:0 -16px}}
@keyframes kidd-shake{20%,60%{translate:-5px}40%,80%{translate:5px}}
@keyframes kidd-beckon{50%{opacity:.45}}
"""


def _colours(palette: str) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in PALETTES[palette].colours.items())


def _declared(look: str) -> str:
    parts = (part.split(":") for part in look.split(";"))
    return ";".join(f"{key}:{f'var(--{value[1:]})' if value.startswith('$') else value}" for key, value in parts)


def _looks() -> str:
    rules = []
    for role, look in LOOKS.items():
        crew = f".crew-{role[-1]} " if kind(role) != role else ""
        rules.append(f".live {crew}.{kind(role)}{{{_declared(look)}}}")
    for role, (_, _, states) in SHAPES.items():
        for state, change in states.items():
            more = f";{_declared(change)}" if change else ""
            rules.append(f".live .{state} .{role}{{visibility:visible{more}}}")
    rules.append(f'.live .is-selected.is-choice .pip{{d:path("{DIAMOND}")}}')  # free again: its token is on its way
    return "\n".join(rules)


@cache
def css() -> str:
    """The whole stylesheet; `data-theme` on the root is light, dark, contrast, or system where it is missing."""
    system = ":root:is([data-theme=system],:not([data-theme]))"
    plain = f".live :is({','.join(f'.{role}' for role in ORNAMENT)}){{display:none}}"
    crews = "".join(
        f".crew-{crew}{{{''.join(f'--crew-{part}:var(--{crew}-{part});' for part in CREW_PARTS)}}}" for crew in "RBG"
    )
    themes = [
        f":root{{color-scheme:light;{_colours('light')}}}",
        f"@media (prefers-color-scheme:dark){{{system}{{color-scheme:dark;{_colours('dark')}}}}}",
        f"@media (prefers-contrast:more){{{system}{{color-scheme:light;{_colours('contrast')}}}{system} {plain}}}",
        f":root[data-theme=dark]{{color-scheme:dark;{_colours('dark')}}}",
        f":root[data-theme=contrast]{{color-scheme:light;{_colours('contrast')}}}:root[data-theme=contrast] {plain}",
        f"@media print{{:root:root:root{{color-scheme:light;{_colours('print')}}}{plain}{_PAPER}}}",
    ]
    return "\n".join((*themes, crews, _looks())) + _STILL % GHOST + _MOTION
