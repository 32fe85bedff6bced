/**
 * The entry point of `npm start`: the service, with the demo account in an installation without accounts. The only file of
 * the server that knows the demo, because service managers start this path.
 */
import { start } from './start.ts';

await start(process.env, async () => (await import('@muster/demo/demo-data.ts')).demoData);
