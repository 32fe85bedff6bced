/** One of several processes that serve requests, seen from within: what the primary says to it, and how it answers. */
import type { FromProcess, Question, ServeSettings, StopWish, ToProcess } from './messages.ts';
import { type SharedCounter, sharedCounter } from './request-counts.ts';

export interface Member {
  readonly settings: Promise<ServeSettings>;
  readonly stopWish: Promise<StopWish>;
  readonly requestCounter: SharedCounter;
  /** Aborted when another process takes the place of this one. */
  readonly handover: AbortSignal;
  /** It serves requests, and can be asked. */
  ready(answers: Readonly<Record<Question, () => Promise<unknown>>>): void;
}

export function openMember(): Member {
  const settings = Promise.withResolvers<ServeSettings>();
  const stopWish = Promise.withResolvers<StopWish>();
  const handover = new AbortController();
  const send = (message: FromProcess) => void process.send?.(message);
  const requestCounter = sharedCounter((counts) => send({ kind: 'count', counts }));
  let answers: Parameters<Member['ready']>[0] | undefined;

  async function answer(id: number, question: Question): Promise<void> {
    const found = await answers?.[question]().catch(() => undefined);
    // The primary may have ended while it was looked for.
    if (process.connected) send({ kind: 'answer', id, answer: found });
  }

  process.on('message', (message: ToProcess) => {
    if (message.kind === 'serve') settings.resolve(message.settings);
    if (message.kind === 'counted') requestCounter.counted(message.counted);
    if (message.kind === 'question') void answer(message.id, message.question);
    if (message.kind === 'stop') {
      if (message.wish.isReplaced) handover.abort();
      stopWish.resolve(message.wish);
    }
  });
  // A terminal and a service manager signal all processes, and the primary says what to do. If it dies, Node ends this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  send({ kind: 'started' });
  return {
    settings: settings.promise,
    stopWish: stopWish.promise,
    requestCounter,
    handover: handover.signal,
    ready(given) {
      answers = given;
      send({ kind: 'ready' });
    },
  };
}
