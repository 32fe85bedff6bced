/** What is wrong with a page at the width of a small phone. */
import type { Page } from '../../judges/browser.ts';
import { violations } from './accessibility.ts';
import { waitUntilDrawn } from './console-pages.ts';

export const phone = { width: 375, height: 812 };

/**
 * Nothing is wider than the screen or scrolls sideways, texts are not cut off, words that fit on a line are not broken, and
 * fingers hit what they aim at.
 */
export async function phoneProblems(page: Page): Promise<string[]> {
  await page.setViewportSize(phone);
  await waitUntilDrawn(page);
  const found = await page.evaluate(() => {
    const problems: string[] = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > window.innerWidth) problems.push(`${wide} pixels wide`);
    const header = [...document.querySelectorAll('header')].find((one) => one.checkVisibility());
    const badge = [...(header?.querySelectorAll('.mantine-Badge-root') ?? [])].find((one) => one.checkVisibility());
    if (header && !badge) problems.push('no environment in the header');
    if (badge && badge.getBoundingClientRect().right > window.innerWidth) problems.push('the environment is cut off');
    const named = (one: Element) => `${one.tagName.toLowerCase()} “${(one.textContent ?? '').trim().slice(0, 40)}”`;
    for (const one of document.querySelectorAll('body *')) {
      if (one.clientWidth === 0 || !one.checkVisibility({ visibilityProperty: true })) continue;
      const { overflowX, textOverflow } = getComputedStyle(one);
      if (one.scrollWidth <= one.clientWidth + 1) continue;
      // Code and texts that are being typed have long lines.
      if (one.matches('pre, pre *, :has(> pre), code, input, textarea')) continue;
      if (overflowX === 'auto' || overflowX === 'scroll') problems.push(`scrolls sideways: ${named(one)}`);
      else if (textOverflow === 'ellipsis') problems.push(`is cut off: ${named(one)}`);
    }
    for (const one of document.querySelectorAll('[role=dialog]')) {
      const { left, right } = one.getBoundingClientRect();
      if (one.checkVisibility() && (left < 0 || right > window.innerWidth))
        problems.push(`does not fit: ${named(one)}`);
    }
    // Ids and digests, which have digits, and words longer than a line may break anywhere.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility({ visibilityProperty: true }) || text.parentElement.closest('pre, code'))
        continue;
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/(?<![\p{L}\d])\p{L}{3,20}(?![\p{L}\d])/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // A word after a break has an empty part at the end of the line before.
        const lines = [...range.getClientRects()].filter((line) => line.width > 0);
        const width = lines.reduce((sum, line) => sum + line.width, 0);
        if (new Set(lines.map(({ top }) => Math.round(top))).size > 1 && width < window.innerWidth * 0.7)
          problems.push(`breaks inside of “${word}” in ${named(text.parentElement)}`);
      }
    }
    return problems;
  });
  return [...found, ...(await violations(page, ['target-size']))];
}
