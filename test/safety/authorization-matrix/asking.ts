/** How the oracle tests send requests: streams, and changes of settings. */
import { standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import type { Field } from '@muster/contract/kit/field.ts';
import type { TestClient } from '../../support/service.ts';

/** The content of a stream of past events. */
export async function streamedBy(url: string, { token }: TestClient, type: string): Promise<string> {
  const ended = AbortSignal.timeout(300);
  let text = '';
  try {
    const answer = await fetch(`${url}/svc-api/events?data.type=${type}&id.between=1--..`, {
      headers: { authorization: `Bearer ${token}`, 'api-version': '2024-11-01', accept: 'text/event-stream' },
      signal: ended,
    });
    for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString();
  } catch {
    // Stops after a moment: the stream would not end.
  }
  return text;
}

/** A different value within the limits of an installation. */
export function otherValue(name: string, { write }: Field, current: unknown): unknown {
  const bounds: { min?: number; max?: number } = { ...standardBounds[name as keyof typeof standardBounds] };
  const types = [write.type].flat();
  if (types.includes('boolean')) return !current;
  if (types.includes('integer')) return bounds.max ?? bounds.min ?? 5;
  return '2030-01-01T00:00:00Z';
}
