#!/usr/bin/env node
/**
 * The `muster` command: what an operator does next to a running service, or without one. What it loads is kept as it was
 * compiled, among the packages that only who installed them can write: the next command begins in half the time.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/muster'));
await import('./run.ts');
