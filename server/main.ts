/**
 * The entry point of `npm start`: the service, with the demo account in an installation without accounts. The only file of
 * the server that knows the demo, because service managers start this path.
 */
import { loadProgram } from './start/built-program.ts';

const { startWithDemo } = await loadProgram('server', () => import('@muster/demo/start.ts'));
await startWithDemo(process.env);
