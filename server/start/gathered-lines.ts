/**
 * Hands lines over in long texts. A destination measures and copies each text that it gets, which costs a busy service
 * more than making the line.
 */
export interface Destination {
  write(text: string): unknown;
}

export interface GatheredLines {
  write(line: string): void;
  /** Hands over what is left. */
  handOver(): void;
}

/** A quiet service shows its lines after `everyMs`; a text has at most `textMax` characters, unless one line has more. */
export function gatheredLines(destination: Destination, textMax: number, everyMs: number): GatheredLines {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | null = null;
  function handOver(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (length === 0) return;
    const text = lines.join('');
    lines = [];
    length = 0;
    destination.write(text);
  }
  return {
    write(line) {
      if (length + line.length > textMax) handOver();
      lines.push(line);
      length += line.length;
      // The lines of the last moment are handed over when the process ends.
      timer ??= setTimeout(handOver, everyMs).unref();
    },
    handOver,
  };
}
