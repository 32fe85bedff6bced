/**
 * The progress of long work, on standard error: a bar on a terminal, an occasional line elsewhere, nothing for programs
 * that requested JSON.
 */
export interface Progress {
  /** `share`: from 0 to 1; `count`: the number of items. */
  show(share: number, count: number): void;
  /** Prints a text above the bar. */
  print(text: string): void;
  end(): void;
}

interface ProgressOptions {
  /** What is counted, such as `lines`. */
  readonly noun: string;
  readonly isSilent: boolean;
  readonly stream?: NodeJS.WriteStream;
  readonly nowMs?: () => number;
}

const barWidth = 24;
const redrawnEveryMs = 100;
const printedEveryMs = 2000;

export function progressOf({
  noun,
  isSilent,
  stream = process.stderr,
  nowMs = performance.now.bind(performance),
}: ProgressOptions): Progress {
  const startedMs = nowMs();
  const isBar = stream.isTTY === true;
  let shownMs = startedMs;
  let drawn = '';

  const clear = () => {
    if (drawn !== '') stream.write('\r\u001b[K');
  };

  return {
    show(share, count) {
      const atMs = nowMs();
      if (isSilent || atMs - shownMs < (isBar ? redrawnEveryMs : printedEveryMs)) return;
      shownMs = atMs;
      const text = sentence(share, count, noun, atMs - startedMs);
      if (!isBar) {
        stream.write(`${text}\n`);
        return;
      }
      clear();
      drawn = `${bar(share)} ${text}`.slice(0, Math.max(20, (stream.columns ?? 80) - 1));
      stream.write(drawn);
    },
    print(text) {
      clear();
      stream.write(`${text}\n`);
      if (drawn !== '') stream.write(drawn);
    },
    end() {
      clear();
      drawn = '';
    },
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}

function sentence(share: number, count: number, noun: string, spentMs: number): string {
  const perSecond = Math.round((count * 1000) / Math.max(1, spentMs));
  const left = share > 0 ? `, ${duration((spentMs * (1 - share)) / share)} left` : '';
  return `${Math.floor(share * 100)} %, ${count} ${noun}, ${perSecond} a second${left}`;
}

function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
