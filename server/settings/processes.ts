/** The settings of what a process does, and of how many do it. */
import { availableParallelism } from 'node:os';
import { oneOf, type Setting } from './setting.ts';

/** Serve requests, do background work (including deliveries), or both. */
const roles = ['all', 'api', 'worker'] as const;
export type ProcessRole = (typeof roles)[number];

const most = 64;

export const processSettings = {
  role: oneOf(
    'MUSTER_ROLE',
    roles,
    'all',
    'What this process does: answer requests (api), send webhooks and work in the background (worker), or both (all).',
  ),
  processes: {
    name: 'MUSTER_PROCESSES',
    shownDefault: '1',
    meaning:
      'How many processes serve requests on the port: auto starts one for each core. Each opens its own database connections.',
    allowed: `auto, or a whole number from 1 to ${most}`,
    isSecret: false,
    fallback: 1,
    parse(text) {
      if (text === 'auto') return Math.min(most, availableParallelism());
      return /^[1-9]\d?$/.test(text) && Number(text) <= most ? Number(text) : undefined;
    },
  } satisfies Setting<number>,
};
