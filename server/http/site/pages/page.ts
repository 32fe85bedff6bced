// The layout of every page for people: one self-contained HTML document with one inline style, no script and no
// external request. The author of a body escapes its texts with `escapeHtml` or `prose`.

const replacements: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as the text of an element and inside a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => replacements[character] ?? '');

/** Escaped text in which `backticks` become code. */
export const prose = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const style = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f3; --surface: #ffffff; --line: #e1e1db; --text: #1d2226; --quiet: #5d666d;
  --accent: #0b6158; --tint: #e3f0ed; --warn: #8f3d12; --warn-tint: #fbeade;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #121517; --surface: #1a1e21; --line: #2d3337; --text: #e7eaec; --quiet: #9ba5ac;
    --accent: #6fcdbd; --tint: #17302c; --warn: #f0a77c; --warn-tint: #3a2418;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-updateWithoutTimestamp: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
body > header, main, body > footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
body > header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem 1.25rem; padding-top: 1.5rem; }
body > header a { color: var(--quiet); text-decoration: none; font-size: .9375rem; }
body > header a:first-child { margin-right: auto; color: var(--text); font-size: 1.125rem; font-weight: 700; }
body > header a:hover { color: var(--accent); }
main { padding-top: 2.75rem; padding-bottom: 3rem; }
body > footer { padding-bottom: 2.5rem; color: var(--quiet); font-size: .875rem; }
h1 { margin: 0 0 .75rem; font-size: clamp(1.75rem, 1.3rem + 2vw, 2.375rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 2.25rem 0 .5rem; font-size: 1.125rem; line-height: 1.4; }
p { margin: 0 0 1rem; max-width: 40rem; text-wrap: pretty; }
.lead { color: var(--quiet); font-size: 1.125rem; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: .0625em; }
a:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: .25rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, "Cascadia Code", Menlo, Consolas, monospace; }
code { padding: .1em .35em; border-radius: .25rem; background: var(--tint); font-size: .875em; overflow-wrap: anywhere; }
pre {
  margin: .75rem 0 1rem; padding: 1rem 1.125rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .625rem;
  background: var(--surface); font-size: .8125rem; line-height: 1.6; tab-size: 2;
}
pre code { padding: 0; background: none; font-size: inherit; overflow-wrap: normal; }
.facts { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin: 0 0 1rem; }
.tag {
  padding: .15rem .65rem; border-radius: 1rem; background: var(--tint); color: var(--accent);
  font-size: .8125rem; font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap;
}
.tag.error { background: var(--warn-tint); color: var(--warn); }
.rows { margin: 1.5rem 0; padding: 0; overflow: hidden; list-style: none; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); }
.rows li + li { border-top: 1px solid var(--line); }
.rows a { display: grid; grid-template-columns: auto 1fr; align-items: start; gap: 0 .875rem; padding: .875rem 1.125rem; color: inherit; text-decoration: none; }
.rows a:hover { background: var(--tint); }
.rows a:focus-visible { outline-offset: -3px; }
.rows .tag { margin-top: .1rem; }
.rows strong { display: block; font-weight: 600; overflow-wrap: anywhere; }
span.note { color: var(--quiet); font-size: .9375rem; }
.plain a { grid-template-columns: 1fr; }
.plain strong { color: var(--accent); }
@media (max-width: 30rem) {
  main { padding-top: 2rem; }
  pre { padding: .875rem; font-size: .75rem; }
  pre.json { white-space: pre-wrap; overflow-wrap: anywhere; }
  pre.json code { overflow-wrap: inherit; }
}
@media print { body { background: none; } body > header, body > footer { display: none; } }
`;

/** `title` is plain text; `body` is HTML. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<a href="/">Muster</a>
<a href="/docs">Reference</a>
<a href="/problems">Problems</a>
</header>
<main>
${body}
</main>
<footer>Muster, the open employee data service</footer>
</body>
</html>
`;

/** A block of code that a keyboard can scroll. On a narrow screen JSON wraps; commands keep their lines. */
export const codeBlock = (label: string, language: 'json' | 'shell', code: string): string =>
  `<pre class="${language}" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(code)}</code></pre>`;
