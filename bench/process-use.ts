/** What a process has used, as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Of the processors, by all its threads. */
  readonly seconds: number;
  readonly residentMegabytes: number;
  readonly peakMegabytes: number;
}

const ticksPerSecond = 100;

export function useOf(pid: number): ProcessUse {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return {
    seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentMegabytes: megabytes('VmRSS'),
    peakMegabytes: megabytes('VmHWM'),
  };
}

/** Of the processors, by all threads that it has: to the nanosecond, where `useOf` counts hundredths of a second. */
export const processorMsOf = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    0,
  );
