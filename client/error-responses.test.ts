import { problemNames, problems } from '@muster/contract/problems.ts';
import { describe, expect, test } from 'vitest';
import { problemError } from './error-responses.ts';
import * as errors from './errors.ts';

const answer = (status: number, body: unknown, headers = {}, retryAfterMs: number | null = null) =>
  problemError({ status, headers: new Headers(headers), body, retryAfterMs });

test.each(problemNames)('the problem %s has its own class', (name) => {
  const { status, title, isRetryable } = problems[name];
  const error = answer(status, { type: `https://acme.example.com/problems/${name}`, title, detail: 'So it is.' });
  expect(error).toBeInstanceOf(errors.MusterError);
  expect(error).toMatchObject({ kind: name, status, title, detail: 'So it is.', message: 'So it is.', isRetryable });
  expect(error.name).toBe(error.constructor.name);
  expect(error.constructor).not.toBe(errors.ProblemError);
});

test('no two problems share a class', () => {
  const classes = problemNames.map((name) => answer(problems[name].status, { type: `/problems/${name}` }).constructor);
  expect(new Set(classes).size).toBe(problemNames.length);
});

test('the message of a validation error names each error', () => {
  const fieldErrors = { name: ['Must not be empty.', 'Must be text.'], sort: ['Unknown.'] };
  const error = answer(400, { type: '/problems/validation', detail: 'Two fields are invalid.', errors: fieldErrors });
  expect(error).toMatchObject({ errors: fieldErrors });
  expect(error.message).toBe('Two fields are invalid. name: Must not be empty. Must be text. sort: Unknown.');
});

test('a detail is given in the language asked for, and in English where it is missing', () => {
  const error = answer(404, { detail: 'Nothing here.', t9n: { detail: { 'fr-FR': 'Rien ici.' } } });
  expect([error.detailIn('fr-FR'), error.detailIn('de-DE')]).toEqual(['Rien ici.', 'Nothing here.']);
  expect(answer(404, null).detailIn('fr-FR')).toBe('Not Found');
});

describe('a response that is not a problem body', () => {
  test.each([
    [401, undefined, errors.UnauthorizedError],
    [404, '<html>', errors.NotFoundError],
    [400, { errors: 'broken' }, errors.ValidationError],
    [400, { errors: { name: 'Must be text.' }, t9n: null, extensions: 7 }, errors.ValidationError],
    [429, null, errors.RateLimitedError],
    [500, [], errors.ServerError],
    [502, undefined, errors.ServerError],
    [503, undefined, errors.UnavailableError],
    [418, { type: 'https://elsewhere.example.com/problems/validation' }, errors.ProblemError],
    [304, null, errors.ProblemError],
  ])('of status %i and body %o is shown by its status', (status, body, expected) => {
    const error = answer(status, body);
    expect(error.constructor).toBe(expected);
    expect(error).toMatchObject({ status, traceId: null });
    expect(error.message).not.toBe('');
  });

  test('says when to come back', () => {
    expect(answer(503, undefined, {}, 1500)).toMatchObject({ retryAfterSeconds: 2, isRetryable: true });
    expect(answer(429, undefined)).toMatchObject({ retryAfterSeconds: null });
  });
});
