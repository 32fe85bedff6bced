/** The content of the table of special behaviour, for the tests of the table and of the documents. */
import { administration } from '@muster/contract/administration.ts';
import type { Operation, Resource } from '@muster/contract/kit/resource.ts';
import { resources } from '@muster/contract/resources.ts';
import { type Behaviour, behaviours } from '../../server/behaviours.ts';

export const declared: Readonly<Record<string, Resource>> = { ...resources, ...administration };

/** The compiler refuses a hook that is missing here. */
export const kindOf: Readonly<Record<keyof Behaviour, string>> = {
  list: 'verb',
  read: 'verb',
  create: 'verb',
  createMany: 'many creations',
  update: 'verb',
  remove: 'verb',
  validateCreationExternally: 'external check',
  validateUpdateExternally: 'external check',
  dryRun: 'dry run',
  previewUpdate: 'preview of a change',
  visible: 'visible rows',
  shown: 'shown rows',
  unexpired: 'retention',
  views: 'further address',
  downloads: 'further address',
  inTime: 'columns at another time',
};

export const kinds = new Set(Object.values(kindOf));

export const entries = Object.entries<Behaviour>(behaviours).map(([key, behaviour]) => {
  const functions = Object.keys(behaviour) as (keyof Behaviour)[];
  const verbs = functions.filter((name) => kindOf[name] === 'verb') as Operation[];
  const isModule = Object.prototype.toString.call(behaviour) === '[object Module]';
  return { key, resource: declared[key] as Resource, functions, verbs, isModule };
});

export const having = (kind: string) =>
  entries.filter(({ functions }) => functions.some((name) => kindOf[name] === kind));

/** From this number of functions on, a resource has its own module. */
export const verbsOfModule = 3;
export const withModule = entries.filter(({ verbs }) => verbs.length >= verbsOfModule);
