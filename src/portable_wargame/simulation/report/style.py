"""How the report looks, on a screen by day and by night, and on paper."""

STYLE = """
:root { color-scheme: light dark; }
:root { --paper: #f0e6d0; --ink: #2a2318; --faint: #6d6048; --line: #d5c7a6; --card: #fcf6e7; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1a17; --ink: #e9e5d8; --faint: #a49d8b; --line: #3a372f; --card: #242320; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, "Times New Roman", serif; }
main { max-width: 1160px; margin: 0 auto; padding: 2.2rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h1 { border-bottom: 3px double var(--line); padding-bottom: .5rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
.faint { color: var(--faint); font-size: .92rem; }
.verdict { font-size: 1.25rem; margin: 1rem 0 1.5rem; }
.cards { columns: 2 480px; column-gap: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 5px; }
section { padding: 1rem 1.1rem; margin: 0 0 1rem; break-inside: avoid; }
section > svg { display: block; max-width: 100%; height: auto; margin: .4rem auto; }
svg text { font-family: system-ui, sans-serif; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: .9rem/1.4 system-ui, sans-serif; }
table { font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; } td.n { white-space: nowrap; }
td.n, th.n { text-align: right; padding-right: 0; padding-left: .6rem; }
details summary { cursor: pointer; color: var(--faint); }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --faint: #444; --line: #bbb; color-scheme: light; }
  main { max-width: none; padding: 0; } .cards { columns: 1; }
  details { display: none; }
}
@page { margin: 16mm; }
"""
