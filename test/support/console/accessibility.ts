/** Accessibility problems of a page as it is drawn, and where they are. */
import { AxeBuilder, type Page } from '../../judges/browser.ts';

/** Of the whole page, or of the parts that a selector finds. */
export async function violations(page: Page, rules?: string[], parts?: string): Promise<string[]> {
  const judge = new AxeBuilder({ page }).setLegacyMode(true);
  if (parts !== undefined) judge.include(parts);
  const judged = await (rules ? judge.withRules(rules) : judge).analyze();
  return judged.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`));
}
