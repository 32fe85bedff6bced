/** Entity tags: weak, of a row's revision or of a page's content; compared without their `W/`. */
import { hash } from 'node:crypto';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';

export const rowTag = (revision: string): string => `W/"${revision}"`;

export const contentTag = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

/** Whether a condition header (`*`, one tag, a list, with or without `W/` and quotes) names this tag. */
export function names(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  const bare = (text: string) =>
    text
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1');
  return header.split(',').some((one) => bare(one) === bare(tag));
}

export function checkMatch(header: string | undefined, tag: string): void {
  if (header !== undefined && !names(header, tag)) {
    throw new Problem('precondition-failed', detail('preconditionFailed'), { headers: { etag: tag } });
  }
}
