/** Tokens of sessions, for cookies. Kept nowhere: rows hold their digests. */
import { randomBytes } from 'node:crypto';

/** Known to leak scanners by its prefix, like every secret of the service. */
export const newToken = (): string => `mst_ps_${randomBytes(32).toString('base64url')}`;
