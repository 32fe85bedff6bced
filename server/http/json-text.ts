/**
 * Bodies → JSON objects. Stricter than JSON.parse, whose leniency would lose data in silence: a key given twice, a
 * number that no double holds, text that no database stores. Nesting is bounded before anything recursive sees it.
 */
import { isUtf8 } from 'node:buffer';
import { complain, type FieldErrors, invalid, noErrors, throwIfAny } from '../problem.ts';

const depthMax = 64;

/** Strings, numbers and punctuation; literals and blanks need no look. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|[{}[\],:]/g;

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
    throw invalid({ [wholeBody]: [`The body is not valid JSON: ${(error as Error).message}.`] });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ [wholeBody]: ['The body must be a JSON object.'] });
  }
  return value as Record<string, unknown>;
}

interface Level {
  /** Keys seen so far; null inside an array. */
  readonly keys: Set<string> | null;
  at: string;
  index: number;
}

function inspect(text: string, errors: FieldErrors): void {
  const levels: Level[] = [];
  let isKeyDue = false;
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    const first = token.charCodeAt(0);
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
    } else if (first === quote) {
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
    } else if (first !== colon && !Number.isFinite(Number(token))) {
      complain(errors, pathTo(levels), 'This number is out of range.');
    }
  }
}

const quote = 0x22;
const colon = 0x3a;

/** The text of a string token; null for one that JSON.parse will refuse with a better message. */
function plain(token: string): string | null {
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
