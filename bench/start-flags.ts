/** The command of `npm start`: what is measured and tested runs as it is started. */
import manifest from '../package.json' with { type: 'json' };

const [assignments = '', command = ''] = manifest.scripts.start.split('exec node ');

/** The environment variables that it sets. */
export const startEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  // No load balancer has to notice that a process of a test stops.
  `${assignments.trim()} MUSTER_DRAIN_SECONDS=0`.split(' ').map((assignment) => assignment.split('=')),
);

/** The arguments of Node. */
export const startArguments = command.split(' ');

export const startFlags = startArguments.filter((word) => word.startsWith('--'));

/** Those of `npm run muster`. */
export const commandArguments = (manifest.scripts.muster.split('exec node ')[1] ?? '').split(' ');
