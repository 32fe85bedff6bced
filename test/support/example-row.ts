/** Types of `examples.ts`: bodies, rows and their addresses, and the hooks of resources with their own rules. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { SharedService, TestClient } from './service.ts';

export type Row = Record<string, unknown> & { id: string };
export type Body = Record<string, unknown>;

/** How other rows are created; passed in, because `examples.ts` imports the tables of its users. */
export interface ExampleMaker {
  /** Creates a row through the API; `members` override those of the example. */
  create(client: TestClient, resource: Resource, members?: Body): Promise<Row>;
  /** The targets of references, created once per client. */
  target(client: TestClient, resource: Resource): Promise<Row>;
  /** Rows for a list. */
  populate(service: SharedService, client: TestClient, resource: Resource, count: number): Promise<void>;
}

/** A valid value for a member with rules beyond its schema; undefined: leave it out. */
export type Particular = (unique: string, client: TestClient, make: ExampleMaker) => unknown;

/** By type and member. */
export type Particulars = Readonly<Record<string, Readonly<Record<string, Particular>>>>;

/** Creates rows that no client can create. */
export type Origin = (
  service: SharedService,
  client: TestClient,
  count: number,
  make: ExampleMaker,
) => Promise<unknown>;

/** The link tokens of files by id. */
const queries = new Map<string, string>();

/** Stores the token for the address of this file. */
export const openedBy = (id: string, query: string): void => {
  queries.set(id, query);
};

/** The query of an address: for a file the token of its link, or any token if it does not exist. */
export const queryOf = ({ content }: Resource, id: string): string =>
  content === 'kept' ? (queries.get(id) ?? '?token=x') : '';

/** Adds parameters to an address that may already have some. */
export const withQuery = (path: string, query: string): string => {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
};

export const pathOf = (resource: Resource, id?: string): string =>
  `/svc-api/${resource.path}${id === undefined ? '' : `/${id}${queryOf(resource, id)}`}`;
