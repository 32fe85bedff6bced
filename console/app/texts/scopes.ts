import { scopeFamilies } from '@muster/contract/scopes.ts';
import { texts } from './part.ts';

type Family = keyof typeof scopeFamilies;

// The entries of an object have its keys.
const inContract = Object.fromEntries(
  Object.entries(scopeFamilies).map(([family, { covers }]) => [family, covers]),
) as Record<Family, string>;

/** Names of scopes, and texts for choosing them. */
export const scopeTexts = texts('scopes', {
  title: 'What it may do',
  none: 'Nothing',
  read: 'Read',
  write: 'Read and write',
  accessTo: (what: string) => `Access to ${what}`,
  criticality: { low: 'Low sensitivity', medium: 'Medium sensitivity', high: 'High sensitivity' },
  highTitle: 'Highly sensitive data',
  high: (what: string) =>
    `This opens ${what}. Grant it only to what cannot do its work without, and make sure that its technical contact knows.`,
  positionsTitle: 'Employment dates can be concluded',
  positions:
    'Anyone who writes job positions learns by refusals when an employment begins and ends, even without the scope of employments.',
  chosen: (count: number) => (count === 1 ? '1 scope' : `${count} scopes`),
  families: inContract,
});
