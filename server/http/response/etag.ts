/**
 * Entity tags: weak, built from a row's revision or a page's content, compared without `W/`. If members change without
 * a new version, a digest of their content follows the revision: readers see a new tag, but no change is refused
 * because of it.
 */
import { hash } from 'node:crypto';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { detail } from '@muster/contract/messages.ts';
import type { Page } from '../../platform/store/list-page.ts';
import type { StoredRow } from '../../platform/store/read.ts';
import { Problem } from '../../problem.ts';

export const rowTag = (revision: string): string => `W/"${revision}"`;

export const contentTag = (text: string): string => `W/"${hash('sha1', text, 'base64url')}"`;

export const readingTag = ({ unversioned }: Resource, { revision, representation }: StoredRow): string =>
  unversioned ? `W/"${revision}-${hash('sha1', representation, 'base64url')}"` : rowTag(revision);

/** Members that can change without a new version of the row. */
export const beyondVersions = ({ unversioned }: Resource, { representations }: Page): string =>
  (unversioned && representations) || '';

/** Whether a condition header (`*`, one tag, a list, with or without `W/` and quotes) contains this tag. */
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
