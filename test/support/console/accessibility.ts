/** Accessibility problems of a page as it is drawn, and where they are. */
import { AxeBuilder, type Page } from '../../judges/browser.ts';

/** Of the whole page, or of the parts that a selector finds. What passes is not described element by element. */
export async function violations(page: Page, rules?: string[], parts?: string): Promise<string[]> {
  const judge = (await judgeOf(page)).options({ resultTypes: ['violations'] });
  if (parts !== undefined) judge.include(parts);
  const judged = await (rules ? judge.withRules(rules) : judge).analyze();
  return judged.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
}

/** A document keeps axe once it has loaded it: its half a million characters take longer to compile than to use. */
async function judgeOf(page: Page): Promise<AxeBuilder> {
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
  return new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) }).setLegacyMode(true);
}
