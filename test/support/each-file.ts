/** Vitest runs this before each test file, also in a shared worker: examples do not depend on the order of files. */
import { restartExamples } from './example-values.ts';

restartExamples();
