/** Accessibility problems of a page as it is drawn, of any severity, and where they are. */
import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';
import { AxeBuilder, type Page } from '../../judges/browser.ts';
import { isFull } from '../form.ts';
import { stateOf } from './page-state.ts';

/** Of the whole page, or of the parts that a selector finds. What passes is not described element by element. */
export async function violations(page: Page, rules?: string[], parts?: string): Promise<string[]> {
  const judge = (await judgeOf(page)).options({ resultTypes: ['violations'] });
  if (parts !== undefined) judge.include(parts);
  const judged = await (rules ? judge.withRules(rules) : judge).analyze();
  if (rules === undefined) await note(page);
  return judged.violations.flatMap(({ id, impact, nodes }) =>
    nodes
      .filter(({ html }) => !(id === 'region' && isTooltip(html)))
      .map(({ target, failureSummary }) => `${impact} ${id} at ${target}: ${failureSummary}`),
  );
}

/** For a story about something else: axe takes longer than the steps around it, and pages.test.ts looks at every kind of page. */
export const violationsInFull: typeof violations = async (...seen) => (isFull ? violations(...seen) : []);

/** It stands outside of all landmarks, above them, and repeats the name of the button that it belongs to. */
const isTooltip = (html: string): boolean => /^<[^>]*role="tooltip"/.test(html);

/** A document keeps axe once it has loaded it: its half a million characters take longer to compile than to use. */
async function judgeOf(page: Page): Promise<AxeBuilder> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) }).setLegacyMode(true);
}

/** The setup of the console's tests counts the different states that all files have looked at. */
async function note(page: Page): Promise<void> {
  appendFileSync(inject('statesFile'), `${await stateOf(page)}\n`);
}
