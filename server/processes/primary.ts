/**
 * Several processes that serve requests on one port, by the cluster module of Node: the primary accepts connections and
 * gives them out in turn. It starts the processes, replaces one that dies, and exchanges all of them without a gap.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { FromProcess, Question, ServeSettings, StopWish, ToProcess } from './messages.ts';
import { countsOfAll } from './request-counts.ts';

export interface ProcessesOptions {
  readonly count: number;
  readonly settings: ServeSettings;
  /** A process that takes longer to stop is killed. */
  readonly stopMs: number;
  readonly now: () => Date;
  readonly logger: {
    info(details: object, sentence: string): void;
    error(details: object, sentence: string): void;
  };
}

export interface Processes {
  /** Replaces every process by a new one, one after the other: the new one serves before the old one stops. */
  restart(): Promise<void>;
  /** The answers of all processes that can answer, by process. */
  ask(question: Question): Promise<ReadonlyMap<number, unknown>>;
  onEnd(run: (id: number) => void): void;
  stop(reason: string): Promise<void>;
}

interface Member {
  readonly worker: Worker;
  readonly startedAtMs: number;
  isReady: boolean;
  isLeaving: boolean;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
}

/** A process that has died sooner than this would die again: the next one waits. */
const soonMs = 10_000;
const firstWaitMs = 1000;
const waitMsMax = 30_000;
/** Metrics and health are asked for by programs that wait no longer. */
const answerMs = 4000;

/** Before their database goes away: a crash needs no repair. */
export function killProcesses(): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
}

/** Resolves when all of them serve requests. The first starts alone, because it prepares the database. */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { count, logger } = options;
  const members = new Set<Member>();
  const endListeners: ((id: number) => void)[] = [];
  const countRequests = countsOfAll(options.now);
  const questions = new Map<number, (answer: unknown) => void>();
  let questionsAsked = 0;
  let isStopping = false;
  let changing = Promise.resolve();

  /** One after the other: who counts processes while others are exchanged counts the new ones as additional ones. */
  const inTurn = (change: () => Promise<void>) => {
    changing = changing.then(() => (isStopping ? undefined : change()));
    return changing;
  };
  const send = (worker: Worker, message: ToProcess) => {
    if (worker.isConnected()) worker.send(message, undefined, undefined, () => undefined);
  };

  function startOne(): Member {
    const worker = cluster.fork();
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    // Nobody may wait for it.
    ready.promise.catch(() => undefined);
    const member: Member = {
      worker,
      startedAtMs: performance.now(),
      isReady: false,
      isLeaving: false,
      ready: ready.promise,
      ended: ended.promise,
    };
    members.add(member);
    worker.on('message', (message: FromProcess) => {
      if (message.kind === 'started') send(worker, { kind: 'serve', settings: options.settings });
      if (message.kind === 'count') send(worker, { kind: 'counted', counted: countRequests(message.counts) });
      if (message.kind === 'answer') questions.get(message.id)?.(message.answer);
      if (message.kind === 'ready') {
        member.isReady = true;
        ready.resolve();
      }
    });
    worker.once('exit', (status, signal) => {
      members.delete(member);
      for (const run of endListeners) run(worker.id);
      ready.reject(new Error('A process of the service ended before it was ready.'));
      ended.resolve();
      if (isStopping || member.isLeaving || !member.isReady) return;
      logger.error({ process: worker.process.pid, status, signal }, 'a process has died and is replaced');
      const waitMs = performance.now() - member.startedAtMs < soonMs ? firstWaitMs : 0;
      void inTurn(() => fill(waitMs));
    });
    return member;
  }

  /** Until there are enough again. */
  async function fill(firstWait: number): Promise<void> {
    for (let waitMs = firstWait; !isStopping && members.size < count; ) {
      await pause(waitMs);
      if (isStopping) return;
      const { ready, worker } = startOne();
      try {
        await ready;
        logger.info({ process: worker.process.pid }, 'a process was started');
      } catch {
        waitMs = Math.min(waitMsMax, Math.max(firstWaitMs, waitMs * 2));
        if (!isStopping) logger.error({ waitMs }, 'a process could not be started');
      }
    }
  }

  /** Resolves when it has ended. */
  async function stopOne(member: Member, wish: StopWish): Promise<void> {
    member.isLeaving = true;
    // It has no request yet.
    if (!member.isReady) member.worker.process.kill('SIGKILL');
    send(member.worker, { kind: 'stop', wish });
    const killing = setTimeout(() => member.worker.process.kill('SIGKILL'), options.stopMs);
    await member.ended;
    clearTimeout(killing);
  }

  async function exchange(): Promise<void> {
    logger.info({}, 'all processes are being replaced');
    for (const old of [...members]) {
      if (isStopping) return;
      const next = startOne();
      try {
        await next.ready;
      } catch {
        if (!isStopping) logger.error({}, 'a new process could not be started, so the others go on');
        return;
      }
      await stopOne(old, { reason: 'a restart', isReplaced: true });
    }
    logger.info({}, 'all processes were replaced');
  }

  async function ask({ worker }: Member, question: Question): Promise<unknown> {
    questionsAsked += 1;
    const id = questionsAsked;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    questions.set(id, resolve);
    send(worker, { kind: 'question', id, question });
    const timer = setTimeout(resolve, answerMs);
    return promise.finally(() => {
      clearTimeout(timer);
      questions.delete(id);
    });
  }

  // However this process ends, none of them is left behind.
  process.once('exit', killProcesses);
  await startOne().ready;
  await Promise.all(Array.from({ length: count - 1 }, () => startOne().ready));
  return {
    restart: () => inTurn(exchange),
    async ask(question) {
      const asked = [...members].filter(({ isReady }) => isReady);
      const answers = await Promise.all(asked.map((member) => ask(member, question)));
      return new Map(
        answers.flatMap((answer, index) => (answer === undefined ? [] : [[asked[index]?.worker.id ?? 0, answer]])),
      );
    },
    onEnd: (run) => void endListeners.push(run),
    async stop(reason) {
      isStopping = true;
      await Promise.all([...members].map((member) => stopOne(member, { reason, isReplaced: false })));
    },
  };
}
