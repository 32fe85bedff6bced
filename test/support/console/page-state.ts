import type { Page } from '../../judges/browser.ts';

/** The page, whether it is narrow, and what is open on it, in words. */
export async function stateOf(page: Page): Promise<string> {
  const state = await page.evaluate(() => {
    // Every month of a calendar is the same state.
    const levels = { day: 'days', monthsListControl: 'months', yearsListControl: 'years' };
    const level = (one: Element) =>
      Object.entries(levels).find(([part]) => one.querySelector(`[class*="DatePicker-${part}"]`))?.[1];
    const named = (one: Element): string =>
      level(one) ??
      (one.matches('input') ? one.closest('div')?.querySelector(`label[for="${one.id}"]`)?.textContent : null) ??
      one.getAttribute('aria-label') ??
      document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ??
      (one.textContent ?? '').slice(0, 40);
    const folded = '[aria-expanded=true]:not([aria-haspopup], [role=treeitem])';
    const chosen = '[role=radiogroup] input[type=radio]:checked';
    const open = document.querySelectorAll(
      `[role=tab][aria-selected=true], [role=dialog], [role=menu], [role=alert], ${folded}, ${chosen}`,
    );
    // Rows that are chosen show what can be done with them.
    const rows = document.querySelectorAll('main :is(tr, li) input[type=checkbox]:checked');
    const kindOf = (one: Element): string => {
      if (one.matches(folded)) return 'open';
      return one.matches(chosen) ? 'view' : (one.role ?? 'popover');
    };
    const parts = [
      location.pathname.replace(/\/[\da-f-]*\d[\da-f-]*(?=\/|$)/g, '/…'),
      window.innerWidth < 768 ? 'narrow' : 'wide',
      ...[...open, ...document.querySelectorAll('.mantine-Popover-dropdown')]
        // A notice stays for some seconds, over whatever is shown.
        .filter((one) => one.checkVisibility() && !one.closest('.mantine-Notifications-root'))
        .map((one) => `${kindOf(one)} ${named(one)}`),
      ...(rows.length > 0 ? ['chosen rows'] : []),
    ];
    return [...new Set(parts)].join(' · ');
  });
  return state.replaceAll('\n', ' ');
}
