/**
 * Entity tags: weak, of a row's revision or of a page's content; compared without their `W/`. Where members change
 * without a new version, their content stands behind the revision: readers see it, and changes are not refused for it.
 */
import { hash } from 'node:crypto';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../problem.ts';
import type { Page } from '../store/list-page.ts';
import type { Shown } from '../store/read.ts';

export const rowTag = (revision: string): string => `W/"${revision}"`;

export const contentTag = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

export const readingTag = ({ unversioned }: Resource, { revision, representation }: Shown): string =>
  unversioned ? `W/"${revision}-${hash('sha1', representation, 'base64url')}"` : rowTag(revision);

/** What a page shows beyond the versions of its rows. */
export const beyondVersions = ({ unversioned }: Resource, { representations }: Page): string =>
  (unversioned && representations) || '';

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
  if (header !== undefined && !names(header.replaceAll(/(\d)-[\w-]+/g, '$1'), tag)) {
    throw new Problem('precondition-failed', detail('preconditionFailed'), { headers: { etag: tag } });
  }
}
