/** Tokens of sessions, for cookies. Not stored: rows contain their digests. */
import { randomBytes } from 'node:crypto';

/** The prefix lets leak scanners find it. */
export const newToken = (): string => `mst_ps_${randomBytes(32).toString('base64url')}`;
