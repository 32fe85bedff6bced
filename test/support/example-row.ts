/** What `examples.ts` makes: bodies, rows and their addresses, and what a resource with rules of its own is given. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import type { TestClient, TestService } from './service.ts';

export type Row = Record<string, unknown> & { id: string };
export type Body = Record<string, unknown>;

/** How other rows are made; given along, since `examples.ts` reads the tables of those who use it. */
export interface ExampleMaker {
  /** Creates a row through the API; `members` are set over those of the example. */
  create(client: TestClient, resource: Resource, members?: Body): Promise<Row>;
  /** What references point at, made once per client. */
  target(client: TestClient, resource: Resource): Promise<Row>;
  /** Rows for a list. */
  populate(service: TestService, client: TestClient, resource: Resource, count: number): Promise<void>;
}

/** A valid value for a member whose rules go beyond its schema, or undefined for one better left out. */
export type Particular = (unique: string, client: TestClient, make: ExampleMaker) => unknown;

/** By type and member. */
export type Particulars = Readonly<Record<string, Readonly<Record<string, Particular>>>>;

/** How rows come to be that no client creates. */
export type Origin = (service: TestService, client: TestClient, count: number, make: ExampleMaker) => Promise<unknown>;

/** What opens a file, by its id. */
const queries = new Map<string, string>();

/** Notes what an address needs behind the id of this file. */
export const openedBy = (id: string, query: string): void => {
  queries.set(id, query);
};

/** What an address needs behind the id: for a file the token of its link, or any for one that does not exist. */
export const queryOf = ({ content }: Resource, id: string): string =>
  content === 'kept' ? (queries.get(id) ?? '?token=x') : '';

/** Parameters behind an address that may have some already. */
export const withQuery = (path: string, query: string): string => {
  if (query === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
};

export const pathOf = (resource: Resource, id?: string): string =>
  `/svc-api/${resource.path}${id === undefined ? '' : `/${id}${queryOf(resource, id)}`}`;
