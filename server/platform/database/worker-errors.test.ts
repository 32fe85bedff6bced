import pg from 'pg';
import { expect, test } from 'vitest';
import { failureOf, UnavailableError } from './errors.ts';
import { asOfOneServer } from './worker-errors.ts';

const failed = (code: string, message: string, constraint?: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, constraint });

test.each([
  ['23505', 'duplicate key value violates unique constraint "a_code_key_102048"', 'a_code_key', undefined],
  ['23P01', 'conflicting key value violates exclusion constraint "never_102050"', 'never', undefined],
  ['23503', 'insert or update on table "a_1020" violates foreign key constraint "a_b_fkey_1020"', 'a_b_fkey', 'a'],
  [
    '23503',
    'update or delete on table "b_1021" violates foreign key constraint "a_b_fkey_1020" on table "a_1020"',
    'a_b_fkey',
    'a',
  ],
])('%s: %s', (code, message, constraint, table) => {
  expect(asOfOneServer(failed(code, message))).toMatchObject({ constraint, table });
});

test('an error of one server, and any other error, stays as it is', () => {
  const named = failed('23505', 'duplicate key value violates unique constraint "a_2020"', 'a_2020');
  expect(asOfOneServer(named)).toMatchObject({ constraint: 'a_2020' });
  expect(asOfOneServer(failed('42P01', 'relation "a_2020" does not exist'))).not.toHaveProperty('constraint', 'a');
});

test.each(['SSL SYSCALL error: EOF detected', 'failure on connection marked as essential: worker-1:5432'])(
  'a worker that is lost makes the database unavailable: %s',
  (message) => {
    expect(failureOf(failed('XX000', message), 'undone')).toBeInstanceOf(UnavailableError);
    const other = failed('XX000', 'cache lookup failed for relation 1');
    expect(failureOf(other, 'undone')).toBe(other);
  },
);
