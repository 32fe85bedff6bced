/**
 * Says that the service is ready: the banner for a person, or a line of the log. With the log format `json` nothing but
 * lines of the log is on standard output; a person at a terminal still gets the banner, on standard error.
 */
import type { LogFormat } from '../settings/config.ts';
import { type BannerOptions, banner } from './banner.ts';

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Outputs {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly logger: { info(facts: object, sentence: string): unknown };
}

export function announce(format: LogFormat, options: BannerOptions, { stdout, stderr, logger }: Outputs): void {
  const text = banner(options);
  if (format === 'terminal') return void stdout.write(text);
  // Without the first steps, which contain secrets; the credentials are in the data folder.
  const { baseUrl, authUrl, role } = options;
  logger.info({ baseUrl, authUrl, role }, 'ready');
  if (stderr.isTTY) stderr.write(text);
}
