import type { Representation } from '@muster/client/collection.ts';
import type { overviews } from '@muster/contract/administration/overviews.ts';

export type Overview = Representation<typeof overviews, ['links']>;

export type Months = Overview['months'];
