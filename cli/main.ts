#!/usr/bin/env node
/**
 * The `muster` command, for operators, with or without a running service. Compiled code is cached among the packages,
 * which only the person who installed them can write: the next command starts in half the time.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { loadProgram } from '@muster/server/start/built-program.ts';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/muster'));
const { runCommand } = await loadProgram('cli', () => import('./run.ts'));
await runCommand(process.argv.slice(2), process.env);
