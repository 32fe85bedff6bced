/**
 * Scans JSON text before anything is built from it, in one pass over its bytes: its depth, its size, and everything
 * that JSON.parse would accept but silently change (duplicate members, numbers that no double holds, text that the
 * database cannot store). The parser decides whether it is JSON at all.
 */
import { limits } from '@muster/contract/limits.ts';
import { isKeptExactly } from '../../platform/validation/numbers.ts';
import { addError, type FieldErrors, invalid } from '../../problem.ts';

/** Other requests run after each piece, which takes a few milliseconds. */
const sliceBytes = 262_144;

export const wholeBody = '$';

const [quote, backslash, comma, minus, zero, nine] = [0x22, 0x5c, 0x2c, 0x2d, 0x30, 0x39];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const letterU = 0x75;

interface Level {
  /** Names seen so far; null inside an array. */
  readonly names: Set<string> | null;
  at: string;
  index: number;
}

/** Adds errors of single members to `errors`; throws if the whole body exceeds a limit. Yields between pieces. */
export function* scanJson(bytes: Buffer, errors: FieldErrors): Generator<void, void, undefined> {
  const levels: Level[] = [];
  const end = bytes.length;
  let pauseAt = sliceBytes;
  let count = 0;
  let values = 0;
  let isNameDue = false;
  let i = 0;
  // More texts and numbers than members can hold means that it is not JSON, and the parser will say so.
  while (i < end && values <= 2 * limits.bodyMembersMax) {
    if (i >= pauseAt) {
      yield;
      pauseAt = i + sliceBytes;
    }
    const byte = bytes[i] as number;
    if (byte === quote) {
      values += 1;
      const text = yield* scanText(bytes, i);
      const level = levels.at(-1);
      if (isNameDue && level?.names) {
        isNameDue = false;
        noteName(levels, level.names, nameIn(bytes, i, text), errors);
      }
      if (!text.isStorable)
        addError(errors, pathTo(levels), 'Text must not hold NUL characters or unpaired surrogates.');
      i = text.end;
    } else if (byte === openBrace || byte === openBracket) {
      if (levels.length === limits.bodyDepthMax) throw tooDeep(i);
      count = counted(count, i);
      isNameDue = byte === openBrace;
      levels.push({ names: isNameDue ? new Set() : null, at: '0', index: 0 });
      i += 1;
    } else if (byte === comma) {
      count = counted(count, i);
      const level = levels.at(-1);
      isNameDue = level?.names != null;
      if (level && !level.names) level.at = String(++level.index);
      i += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      levels.pop();
      i += 1;
    } else if (isDigit(byte) || (byte === minus && isDigit(bytes[i + 1]))) {
      values += 1;
      const start = i;
      i = endOfNumber(bytes, i);
      judgeNumber(bytes, start, i, levels, errors);
    } else i += 1;
  }
}

/** Every member and item but the first of each object and list follows a comma. */
function counted(count: number, at: number): number {
  if (count === limits.bodyMembersMax) {
    const most = limits.bodyMembersMax.toLocaleString('en');
    throw invalid({ [wholeBody]: [`The body holds more than ${most} members and items, at byte ${at}.`] });
  }
  return count + 1;
}

const tooDeep = (at: number) =>
  invalid({ [wholeBody]: [`The body is nested more than ${limits.bodyDepthMax} levels deep, at byte ${at}.`] });

interface Text {
  /** After the closing quote, or the end of the body if there is none. */
  readonly end: number;
  readonly isClosed: boolean;
  readonly hasEscapes: boolean;
  readonly isStorable: boolean;
}

function* scanText(bytes: Buffer, start: number): Generator<void, Text, undefined> {
  let pauseAt = start + sliceBytes;
  let hasEscapes = false;
  let isStorable = true;
  /** After the first half of a surrogate pair, which the second half must follow. */
  let halfEnd = -1;
  let i = start + 1;
  for (;;) {
    i = endOfPlain(bytes, i, pauseAt);
    if (i >= bytes.length) return { end: bytes.length, isClosed: false, hasEscapes, isStorable: true };
    if (i >= pauseAt) {
      yield;
      pauseAt = i + sliceBytes;
      continue;
    }
    if (bytes[i] === quote) break;
    if (bytes[i] === 0) isStorable = false;
    if (bytes[i] !== backslash) {
      i += 1;
      continue;
    }
    hasEscapes = true;
    if (bytes[i + 1] !== letterU) {
      i += 2;
      continue;
    }
    const code = Number.parseInt(bytes.toString('latin1', i + 2, i + 6), 16);
    const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
    if (code === 0 || (isSecondHalf && halfEnd !== i)) isStorable = false;
    if (isSecondHalf) halfEnd = -1;
    else if (code >= 0xd800 && code <= 0xdbff) {
      if (halfEnd !== -1) isStorable = false;
      halfEnd = i + 6;
    }
    i += 6;
  }
  return { end: i + 1, isClosed: true, hasEscapes, isStorable: isStorable && halfEnd === -1 };
}

/** The next special byte of a text, or `stop`. */
function endOfPlain(bytes: Buffer, start: number, stop: number): number {
  const end = Math.min(stop, bytes.length);
  let i = start;
  while (i < end) {
    const byte = bytes[i];
    if (byte === quote || byte === backslash || byte === 0) break;
    i += 1;
  }
  return i;
}

/** The name of a member; null for a name that the parser refuses with a better message. */
function nameIn(bytes: Buffer, start: number, { end, isClosed, hasEscapes }: Text): string | null {
  if (end - start > limits.memberNameBytesMax) {
    const most = limits.memberNameBytesMax.toLocaleString('en');
    throw invalid({ [wholeBody]: [`The name of a member is longer than ${most} bytes, at byte ${start}.`] });
  }
  if (!isClosed) return null;
  if (!hasEscapes) return bytes.toString('utf8', start + 1, end - 1);
  try {
    return JSON.parse(bytes.toString('utf8', start, end));
  } catch {
    return null;
  }
}

function noteName(levels: readonly Level[], names: Set<string>, name: string | null, errors: FieldErrors): void {
  const level = levels.at(-1);
  if (name === null || !level) return;
  level.at = name;
  if (names.has(name)) addError(errors, pathTo(levels), 'This member is given more than once.');
  names.add(name);
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= nine;

function endOfNumber(bytes: Buffer, start: number): number {
  let i = start + 1;
  while (i < bytes.length && isOfNumber(bytes[i] as number)) i += 1;
  return i;
}

/** Digits, and any of `+ - . e E`. */
const isOfNumber = (byte: number): boolean =>
  isDigit(byte) || byte === 0x2b || byte === minus || byte === 0x2e || byte === 0x65 || byte === 0x45;

/** No double needs more digits. */
const numberCharactersMax = 1100;

function judgeNumber(bytes: Buffer, start: number, end: number, levels: readonly Level[], errors: FieldErrors): void {
  const isLong = end - start > numberCharactersMax;
  const token = isLong ? '' : bytes.toString('latin1', start, end);
  if (!isLong && Math.abs(Number(token)) === Number.POSITIVE_INFINITY) {
    addError(errors, pathTo(levels), 'This number is out of range.');
  } else if (isLong || !isKeptExactly(token)) {
    addError(errors, pathTo(levels), 'This number has more significant digits than can be kept.');
  }
}

const pathTo = (levels: readonly Level[]): string => levels.map(({ at }) => at).join('.') || wholeBody;
