/** The states in which a database with the extension citus is refused. */
import { type Case, otherwise } from './broken-place.ts';

/** What a coordinator of Citus says about itself, and about spread tables. On Citus itself, distributed tests look at more. */
const isCitus = (condition: string): string => `
create view otherwise.pg_extension as select extname from pg_catalog.pg_extension union all select 'citus';
create view otherwise.pg_dist_partition as select oid as logicalrelid, 'h'::text as partmethod from pg_class ${condition}`;

export const distributionStates: readonly Case[] = [
  {
    state: 'the extension citus without tables that are spread',
    broken: async (place) => {
      await otherwise(place, isCitus('where false'));
      return {};
    },
    finding: /^The database has the extension citus, and its tables are not spread/,
    mend: /^Run "muster distribute"/,
  },
  {
    state: 'a table of a later release that is not spread',
    broken: async (place) => {
      await otherwise(place, isCitus(`where relname <> 'legal_holds'`));
      return {};
    },
    finding: /^The database is distributed in part: legal_holds must be spread/,
    mend: /run "muster distribute"\.$/,
  },
];
