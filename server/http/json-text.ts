/**
 * Bodies → JSON objects. Stricter than JSON.parse, whose leniency would lose data in silence: a key given twice, a
 * number that no double holds, text that no database stores. Nesting is bounded before anything recursive sees it.
 */
import { isUtf8 } from 'node:buffer';
import { complain, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';
import { isKeptExactly } from '../validation/numbers.ts';

const depthMax = 64;

/** What begins a string, numbers and punctuation; literals, colons and blanks need no look. */
const tokens = /"|-?\d[\d.eE+-]*|[{}[\],]/g;

const wholeBody = '$';

export function parseObject(bytes: Buffer): Record<string, unknown> {
  if (bytes.length === 0) throw invalid({ [wholeBody]: ['A JSON object is needed as the body.'] });
  if (!isUtf8(bytes)) throw invalid({ [wholeBody]: ['The body must be UTF-8.'] });
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const errors = noErrors();
  inspect(text, errors);
  throwIfAny(errors);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid({ [wholeBody]: [`The body is not valid JSON${placeOf(error as Error)}.`] });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ [wholeBody]: ['The body must be a JSON object.'] });
  }
  return value as Record<string, unknown>;
}

/** Where the fault is, if the parser says so. Its other words quote the body, which may hold what nobody else may read. */
const placeOf = ({ message }: Error): string => / at position \d+/.exec(message)?.[0] ?? '';

interface Level {
  /** Keys seen so far; null inside an array. */
  readonly keys: Set<string> | null;
  at: string;
  index: number;
}

function inspect(text: string, errors: FieldErrors): void {
  const levels: Level[] = [];
  let isKeyDue = false;
  for (const token of tokensOf(text)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      if (levels.length === depthMax) {
        complain(errors, wholeBody, `The body is nested more than ${depthMax} levels deep.`);
        return;
      }
      levels.push({ keys: token === '{' ? new Set() : null, at: '0', index: 0 });
      isKeyDue = token === '{';
    } else if (token === '}' || token === ']') {
      levels.pop();
    } else if (token === ',') {
      isKeyDue = level?.keys != null;
      if (level && !level.keys) level.at = String(++level.index);
    } else if (token.startsWith('"')) {
      const value = plain(token);
      if (value === null) continue;
      if (isKeyDue && level?.keys) {
        if (level.keys.has(value)) complain(errors, pathTo(levels, value), 'This member is given more than once.');
        level.keys.add(value);
        level.at = value;
        isKeyDue = false;
      }
      if (!isStorable(value))
        complain(errors, pathTo(levels), 'Text must not hold NUL characters or unpaired surrogates.');
    } else if (Math.abs(Number(token)) === Number.POSITIVE_INFINITY) {
      complain(errors, pathTo(levels), 'This number is out of range.');
    } else if (!isKeptExactly(token)) {
      complain(errors, pathTo(levels), 'This number has more significant digits than can be kept.');
    }
  }
}

/** In one pass, whatever the text: a pattern for whole strings would look for the end of an open one again and again. */
function* tokensOf(text: string): Generator<string> {
  const scanner = new RegExp(tokens);
  for (let found = scanner.exec(text); found; found = scanner.exec(text)) {
    const [token] = found;
    if (token === '"') scanner.lastIndex = endOfString(text, found.index);
    yield token === '"' ? text.slice(found.index, scanner.lastIndex) : token;
  }
}

/** Behind the closing quote, or the end of the text where there is none. A quote is escaped by an odd run of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text[before] === '\\') before -= 1;
    if ((end - 1 - before) % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The text of a string token; null for one that JSON.parse will refuse with a better message. */
function plain(token: string): string | null {
  if (token.length < 2 || !token.endsWith('"')) return null;
  if (!token.includes('\\')) return token.slice(1, -1);
  try {
    return JSON.parse(token);
  } catch {
    return null;
  }
}

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

function pathTo(levels: readonly Level[], last?: string): string {
  const path = levels.map(({ at }) => at);
  if (last !== undefined) path[path.length - 1] = last;
  return path.join('.') || wholeBody;
}
