/**
 * Asks the registry whether a production dependency has a known vulnerability of high severity; the exit status is then
 * 1. If the registry cannot be reached, it says so and exits with 0, so that a build without a network passes.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export interface AuditResult {
  readonly outcome: 'clean' | 'found' | 'skipped';
  readonly text: string;
}

interface Report {
  readonly error?: { readonly summary?: string; readonly detail?: string };
  readonly message?: string;
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
}

const severe = ['high', 'critical'];

export function audit(cwd = join(import.meta.dirname, '..')): AuditResult {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return judged(stdout ?? '', stderr ?? '');
}

/** Interprets the output of npm; anything but a list of vulnerabilities is no result. */
export function judged(stdout: string, stderr: string): AuditResult {
  const report = reportIn(stdout);
  if (!report?.vulnerabilities) {
    const reason = report?.message ?? report?.error?.summary ?? (stderr.trim().split('\n')[0] || 'npm gave no answer');
    return { outcome: 'skipped', text: `SKIPPED: the registry could not be asked for known holes (${reason}).` };
  }
  const found = Object.values(report.vulnerabilities).filter(({ severity }) => severe.includes(severity));
  if (found.length === 0) return { outcome: 'clean', text: 'No known hole of high severity in what runs.' };
  const list = found.map(({ name, severity }) => `- ${name} (${severity})`).join('\n');
  return { outcome: 'found', text: `Known holes of high severity in what runs:\n${list}` };
}

function reportIn(stdout: string): Report | null {
  try {
    return JSON.parse(stdout) as Report;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const { outcome, text } = audit();
  console.log(text);
  process.exitCode = outcome === 'found' ? 1 : 0;
}
