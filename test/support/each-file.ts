/** Vitest runs this before each test file, also where files share a worker: examples are the same in every order of files. */
import { restartExamples } from './example-values.ts';

restartExamples();
