/** Selects the form of a resource with bytes: JSON, its bytes, or a reduced image. */
import { isImageType } from '@muster/contract/file-types.ts';
import { detail } from '@muster/contract/messages.ts';
import { Problem } from '../../problem.ts';
import { rangesOf } from './accept.ts';
import { problemMediaType } from './problem-json.ts';

export type Form = 'json' | 'bytes' | 'image';

/**
 * By weight, and among equals in this order. For each form, the ranges that match it, most specific first: its weight
 * is that of the first range in the header.
 */
const admitting = (contentType: string): readonly (readonly [Form, readonly string[]])[] => [
  ['json', ['application/json', 'application/*', '*/*']],
  ['bytes', ['application/octet-stream']],
  ['bytes', [contentType.toLowerCase()]],
  // Some clients send the plural.
  ['image', isImageType(contentType) ? ['image/*', 'images/*'] : []],
];

export function acceptedForm(header: string | undefined, contentType: string): Form {
  if (header === undefined || header.trim() === '') return 'json';
  const ranges = new Map(rangesOf(header).map(({ range, weight }) => [range, weight]));
  const [best] = admitting(contentType)
    .map(([form, names]) => ({
      form,
      weight: names.map((name) => ranges.get(name)).find((weight) => weight !== undefined),
    }))
    .filter((one): one is { form: Form; weight: number } => one.weight !== undefined && one.weight > 0)
    .sort((one, other) => other.weight - one.weight);
  // Like `admittedType`: who names the type of errors alone gets JSON.
  if (best) return best.form;
  if ((ranges.get(problemMediaType) ?? 0) > 0 && !ranges.has('application/json')) return 'json';
  const types = [
    'application/json',
    'application/octet-stream',
    contentType,
    ...(isImageType(contentType) ? ['image/*'] : []),
  ];
  throw new Problem('not-acceptable', detail('notAcceptable', { types: types.join(', ') }));
}
