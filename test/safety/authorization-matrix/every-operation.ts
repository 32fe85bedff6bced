/**
 * The authorization matrix: every declared operation, with every kind of caller, on own and foreign rows. Expectations
 * follow from the declarations, responses come over HTTP.
 */
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import { roleNames, scopesOfRole } from '@muster/contract/roles.ts';
import { scopesIn } from '@muster/contract/scopes.ts';
import { type SignInOperation, signIn } from '@muster/contract/sign-in.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../server/http/api/routes.ts';
import { oneIn } from '../../support/form.ts';
import type { TestService } from '../../support/service.ts';
import { otherValue } from './asking.ts';
import { type MatrixCaller, people, programs, programsAround, worthlessCallers } from './callers.ts';
import { type Answered, asked, type Cell, differencesOf } from './compare.ts';
import { expectedStatus } from './expected.ts';
import {
  addressOf,
  type DeclaredOperation,
  everyOperation,
  harmlessRequest,
  isOfOne,
  isView,
  subjectOf,
  type Target,
} from './operations.ts';
import type { SeededRow, World } from './world.ts';

let service: TestService;
let world: World;
let common: MatrixCaller[];
/** In all, and asked for in this form. */
const cells = { all: 0, asked: 0 };
const around = new Map<string, Promise<MatrixCaller>>();

/** `expired`: a token whose time is over. */
export function everyOperationAsked(seeded: () => { readonly world: World; readonly expired: string }): void {
  beforeAll(async () => {
    const { expired } = seeded();
    ({ world } = seeded());
    ({ service } = world);
    common = [...(await worthlessCallers(world, expired)), ...(await programs(world)), ...(await people(world))];
    // What was withdrawn just before is refused within a second.
    service.advance(1000);
  }, 120_000);
  afterAll(() => {
    // Prints how much was tested.
    console.info(
      `authorization matrix: ${cells.asked} of ${cells.all} cells, ${everyOperation.length} operations, ${common.length} callers`,
    );
  });

  /** Some cells of each operation, in the short form; those of the next one begin a cell later, with other callers. */
  function chosen(all: readonly Cell[], operation: number): readonly Cell[] {
    const asked = oneIn(46, all, operation);
    cells.all += all.length;
    cells.asked += asked.length;
    return asked;
  }

  const absent = { id: '999999999', ownerId: '999999999' };

  function send(caller: MatrixCaller, declared: DeclaredOperation, path: string): Promise<Answered> {
    const { body, headers } = harmlessRequest(declared);
    return asked(service.url + path, declared.method, { ...caller.headers, ...headers }, body);
  }

  /** Event numbers start again in each account: another event with the same number is not the requested one. */
  async function statusOf(caller: MatrixCaller, declared: DeclaredOperation, row: SeededRow | null): Promise<number> {
    const { status, text } = await send(caller, declared, addressOf(declared, row ?? absent));
    if (status !== 200 || !row?.about || declared.operation !== 'read') return status;
    return JSON.parse(text).data.id === row.about.id ? status : 404;
  }

  /** The content of an error, without what differs by request. */
  const shown = ({ text }: Answered, { id, ownerId = '' }: Target): string => {
    const { type, title, status, detail = '' } = JSON.parse(text);
    const named: readonly string[] = [id, ownerId];
    const words = String(detail).replaceAll(/[\w-]+/g, (word) => (named.includes(word) ? '{id}' : word));
    return [type, title, status, words].join('\n');
  };

  const rowsOf = (declared: DeclaredOperation): readonly SeededRow[] => {
    const rows = world.rows.get(subjectOf(declared).type) ?? [];
    return subjectOf(declared) === declared.resource ? rows : rows.map((row) => ({ ...row, ownerId: row.id }));
  };

  const rowsFor = (declared: DeclaredOperation): (SeededRow | null)[] => {
    const rows = rowsOf(declared);
    const named = isOfOne(declared) || declared.resource.within !== undefined;
    return named ? [...rows, null] : [rows.find(({ place }) => place === 'here') ?? null];
  };

  async function cellsOf(declared: DeclaredOperation): Promise<Cell[]> {
    const callers = [...common, ...(await programsAround(world, scopesIn(declared.needs), around))];
    const isAskedFor = (row: SeededRow | null) => (caller: MatrixCaller) => caller.isValid || row?.place === 'here';
    return rowsFor(declared).flatMap((row) =>
      callers.filter(isAskedFor(row)).map((caller) => ({
        name: `${declared.name} (${row?.place ?? 'absent'}) by ${caller.name}`,
        expected: expectedStatus(declared, caller, row, world.establishments),
        actual: () => statusOf(caller, declared, row),
      })),
    );
  }

  test('there is a row of every resource to ask for', () => {
    const missing = everyOperation.filter((declared) => rowsOf(declared).length === 0);
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  test('every route of the service is asked for', () => {
    const asked = everyOperation.map((declared) => {
      const path = addressOf(declared, { id: ':id', ownerId: ':ownerId' });
      // Where the id of the row is the last part but one, the service calls it so.
      return `${declared.method} ${isView(declared) ? path.replace(':ownerId', ':id') : path}`;
    });
    expect(routes.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(asked.toSorted());
  });

  test('every operation answers everybody as its declaration says', async () => {
    const byOperation = await Promise.all(everyOperation.map(cellsOf));
    expect(await differencesOf(byOperation.flatMap(chosen))).toEqual([]);
  }, 120_000);

  test('invisible rows get the same response as missing ones', async () => {
    const byOperation = everyOperation.filter(isOfOne).map((declared): Cell[] => {
      const rows = world.rows.get(declared.resource.type) ?? [];
      const callers = common.filter(({ isValid }) => isValid);
      return rows.flatMap((row) =>
        callers
          .filter((caller) => expectedStatus(declared, caller, row, world.establishments) === 404)
          .filter(({ account }) => row.about === undefined || (row.place === 'abroad') === (account === 'other'))
          .map((caller) => ({
            name: `${declared.name} (${row.place}) by ${caller.name} looks as if it did not exist`,
            expected: true,
            actual: async () => {
              const target = { ...row, id: '999999999' };
              const [there, nowhere] = await Promise.all([
                send(caller, declared, addressOf(declared, row)),
                send(caller, declared, addressOf(declared, target)),
              ]);
              const isAlike = shown(there, row) === shown(nowhere, target);
              return isAlike && there.etag === undefined && nowhere.etag === undefined;
            },
          })),
      );
    });
    expect(await differencesOf(byOperation.flatMap(chosen))).toEqual([]);
  }, 120_000);

  test('a protected member cannot be changed without its scope', async () => {
    const guarded = Object.entries<Field>(accountSettings.fields).filter(([, { changeScope }]) => changeScope);
    const path = '/admin-api/account-settings/current';
    const current = (await world.owner.call('GET', path)).body;
    const all: Cell[] = [];
    for (const role of roleNames) {
      const person = await service.person(world.account, role);
      const held = scopesOfRole(role, false);
      for (const [name, field] of guarded) {
        const mayChange = held.includes('account-settings.readwrite') && held.includes(field.changeScope ?? '');
        all.push({
          name: `${name} by ${role}`,
          expected: mayChange ? 400 : 403,
          // Callers with the right send an invalid setting.
          actual: async () => {
            const value = mayChange ? { wrong: true } : otherValue(name, field, current[name]);
            return (await person.call('PATCH', path, { body: { [name]: value } })).status;
          },
        });
      }
    }
    cells.all += all.length;
    cells.asked += all.length;
    expect(await differencesOf(all)).toEqual([]);
    expect((await world.owner.call('GET', path)).body).toEqual(current);
  });

  /** Callers without a session, in every variant. */
  const notSignedIn = (): MatrixCaller[] => common.filter(({ kind, isValid }) => !isValid || kind === 'program');

  test('operations for signed-in people are refused for others', async () => {
    const guarded = Object.values<SignInOperation>(signIn).filter(({ by }) => by === 'person' || by === 'confirmed');
    const byOperation = guarded.map(({ method, path }) =>
      notSignedIn().flatMap((caller): Cell[] => {
        const body = method === 'GET' || method === 'DELETE' ? undefined : {};
        const sent = (headers: Record<string, string>) =>
          asked(service.url + path.replace('{id}', '999999999'), method, { ...caller.headers, ...headers }, body);
        const isWrite = method !== 'GET';
        return [
          {
            name: `${method} ${path} by ${caller.name}`,
            expected: 401,
            actual: async () => (await sent({ 'sec-fetch-site': 'same-origin' })).status,
          },
          {
            name: `${method} ${path} by ${caller.name} on a page of somebody else`,
            expected: isWrite ? 403 : 401,
            actual: async () => (await sent({ 'sec-fetch-site': 'cross-site' })).status,
          },
        ];
      }),
    );
    expect(await differencesOf(byOperation.flatMap(chosen))).toEqual([]);
  }, 120_000);
}
