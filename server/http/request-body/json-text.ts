/**
 * Bodies → JSON objects. Stricter than JSON.parse, which would lose data silently, and limited before anything is
 * built: see json-scan.ts. Other requests run while a large body is scanned and parsed.
 */
import { isUtf8 } from 'node:buffer';
import { type FieldErrors, invalid, noErrors, throwIfAny } from '../../problem.ts';
import { nextTurn } from '../../turns.ts';
import { scanJson, wholeBody } from './json-scan.ts';
import { parsed } from './parsing.ts';

/** Synchronous: for callers that serve no other requests. */
export function parseObject(bytes: Buffer): Record<string, unknown> {
  const { text, scan, errors } = begun(bytes);
  for (const _ of scan);
  throwIfAny(errors);
  try {
    return objectIn(JSON.parse(text.toString('utf8')));
  } catch (error) {
    throw asRefusal(error);
  }
}

export async function readObject(bytes: Buffer): Promise<Record<string, unknown>> {
  const { text, scan, errors } = begun(bytes);
  for (const _ of scan) await nextTurn();
  throwIfAny(errors);
  try {
    return objectIn(await parsed(text));
  } catch (error) {
    throw asRefusal(error);
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

function begun(bytes: Buffer): { text: Buffer; scan: Generator<void>; errors: FieldErrors } {
  if (bytes.length === 0) throw invalid({ [wholeBody]: ['A JSON object is needed as the body.'] });
  if (!isUtf8(bytes)) throw invalid({ [wholeBody]: ['The body must be UTF-8.'] });
  const text = bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;
  const errors = noErrors();
  return { text, scan: scanJson(text, errors), errors };
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid({ [wholeBody]: ['The body must be a JSON object.'] });
  }
  return value as Record<string, unknown>;
}

function asRefusal(error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  return invalid({ [wholeBody]: [`The body is not valid JSON${placeOf(error)}.`] });
}

/**
 * The position of the error, if the parser reports it. The rest of its message quotes the body, which may be
 * confidential.
 */
const placeOf = ({ message }: Error): string => / at position \d+/.exec(message)?.[0] ?? '';

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
