/** What a failed request says about its change. */
import { ProblemError, RateLimitedError, ServerTimeoutError } from '@muster/client';

/**
 * Whatever is killed or full, the service says that it cannot answer now, or that it has no time left: a frozen node may
 * hold a lock for seconds.
 */
export const isInternal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status === 500 && !(error instanceof ServerTimeoutError);

/** A request to retry later is not a refusal. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ProblemError && error.status < 500 && !(error instanceof RateLimitedError);
