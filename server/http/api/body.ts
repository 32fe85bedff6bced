/**
 * The body of a request. The operation reads it after all other checks, so a caller without rights is refused first.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { detail } from '@muster/contract/messages.ts';
import { invalid, Problem } from '../../problem.ts';
import { readObject } from '../request-body/json-text.ts';

const charset = /;\s*charset\s*=\s*"?([^";\s]+)"?/i;

export async function readJson(
  request: IncomingMessage,
  types: readonly string[],
  bytesMax: number,
): Promise<{ bytes: Buffer; value: Record<string, unknown> }> {
  checkType(request.headers, types);
  const bytes = await readBytes(request, bytesMax);
  return { bytes, value: await readObject(bytes) };
}

/** UTF-8 and not compressed: no operation accepts a compressed body. */
function checkType(headers: IncomingHttpHeaders, types: readonly string[]): void {
  const header = headers['content-type'] ?? '';
  const type = header.split(';')[0]?.trim().toLowerCase() ?? '';
  const sentCharset = charset.exec(header)?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (!types.includes(type) || sentCharset !== 'utf-8' || encoding !== 'identity') {
    throw new Problem('unsupported-media-type', detail('unsupportedMediaType', { types: types.join(', ') }));
  }
}

async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const tooLarge = () =>
    new Problem('content-too-large', detail('contentTooLarge', { limit: bytesMax / 1_000_000 }), {
      headers: { connection: 'close' },
    });
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      length += chunk.length;
      if (length > bytesMax) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Any other interruption of a body is caused by the client, which has disconnected.
    throw error instanceof Problem ? error : invalid({ $: ['The body was not sent to its end.'] });
  }
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}
