/**
 * Runs in a page of the console: the names of what can be pressed in its topmost layer, or the element of one name. Rows that
 * offer the same as the row above them are left out, and all but one of the options of a list. The frame around the page
 * belongs to the first page.
 */
export function findOpeners(wanted: string | null): string[] | Element | null {
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const layers = '[role=menu], [role=dialog], .mantine-Popover-dropdown';
  const top = [...document.querySelectorAll(layers)].filter(isShown).at(-1);
  const isFirstPage = /^\/console\/?$/.test(location.pathname);
  const parts = top ? [top] : [...document.querySelectorAll(isFirstPage ? 'header, main' : 'main')];
  const pressed = [
    'button',
    '[role=button]',
    '[role=tab][aria-selected=false]',
    '[role=menuitem]:not(a)',
    'summary',
    `a[href^="${location.pathname}?"]`,
    'label:has(> input[type=radio])',
    'label:has(+ input[type=radio]), input[type=radio] + label',
    'input[type=checkbox]',
    'input[role=combobox], input[aria-haspopup=listbox]',
    '[role=option][aria-selected=false]',
  ].join(', ');
  const closing = /^(Close|Cancel|Keep editing|Sign out)$/;
  const labelOf = (one: Element) => {
    const text = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent;
    return (one.getAttribute('aria-label') ?? text ?? '').trim().slice(0, 60);
  };
  const titleOf = (one: Element | null | undefined) => {
    const named = document.getElementById(one?.getAttribute('aria-labelledby') ?? '');
    return one ? (named?.textContent ?? one.getAttribute('aria-label') ?? one.role ?? 'popover') : 'page';
  };
  /** The list around all lists that a row is in. */
  const outermost = (row: Element | null): Element | null | undefined => {
    const above = row?.parentElement?.closest('li');
    return above ? outermost(above) : row?.parentElement;
  };
  const shapes = new Map<Element, Set<string>>();
  const names: string[] = [];
  for (const one of parts.flatMap((part) => [...part.querySelectorAll(pressed)])) {
    if (!isShown(one) || one.matches('[disabled], [aria-disabled=true], [data-disabled]')) continue;
    const label = labelOf(one);
    if (closing.test(label)) continue;
    const kind = one.getAttribute('role') ?? one.tagName.toLowerCase();
    // The rows of a tree may be inside of each other, and a row has no other name than its button.
    const tree = one.closest('[role=treeitem]')?.closest('[role=tree]') ?? outermost(one.closest('li li, li:has(li)'));
    const row = one.closest('tr, li');
    const isChoice = one.matches('[role=option], input[type=checkbox]');
    const list = tree ?? row?.parentElement ?? (isChoice ? one.closest('[role=listbox], fieldset, form, main') : null);
    if (list && top?.contains(list) !== false) {
      // What a row offers, without the name of the row; the days of a calendar and the pages of a list are alike.
      const isName = !one.hasAttribute('aria-label') && row?.querySelector('button') === one;
      const word = /^\d/.test(label) || isName || isChoice ? '' : label.split(' ')[0];
      const opens = `${one.getAttribute('aria-haspopup')} ${one.hasAttribute('aria-expanded')}`;
      const shape = one.className.includes('link') ? 'link' : `${kind} ${tree ? opens : word} ${one.className}`;
      const known = shapes.get(list) ?? new Set();
      shapes.set(list, known);
      if (known.has(shape)) continue;
      known.add(shape);
    }
    // A tab may offer what the page offers, too.
    const panel = one.closest('[role=tabpanel]');
    const name = [titleOf(top), ...(panel ? [titleOf(panel)] : []), `${kind} ${label}`].join(' › ');
    if (names.includes(name)) continue;
    if (name === wanted) return one;
    names.push(name);
  }
  return wanted === null ? names : null;
}
