/** Which events a caller may read: those of types that its other scopes open, in establishments that it may see. */
import { scopesFor } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import type { Caller } from '../auth/bearer.ts';
import type { Condition } from '../store/read.ts';

export function visibleEvents(caller: Caller): Condition[] {
  const types = Object.values(resources)
    .filter((resource) => scopesFor(resource, 'read').some((scope) => caller.scopes.has(scope)))
    .map(({ type }) => type);
  const { establishments } = caller;
  return [
    (place) => `shown_row.data_type = any(${place(types)}::text[])`,
    ...(establishments === null
      ? []
      : [
          (place: (value: unknown) => string) =>
            `(shown_row.business_establishment_id is null or shown_row.business_establishment_id = any(${place(establishments)}::bigint[]))`,
        ]),
  ];
}
