/** The Node options of `npm start`: what is measured runs as it is started. */
import manifest from '../package.json' with { type: 'json' };

export const startFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
