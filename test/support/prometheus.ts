/** A real Prometheus that scrapes nodes and judges the alert rules of deploy/: Debian's program, where it is installed. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { findFreePort } from '../../server/platform/database/embedded/free-port.ts';

/** `apt-get install prometheus` */
export const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;

const rulesFile = join(import.meta.dirname, '../../deploy/prometheus/alerts.yaml');

export interface Prometheus {
  /** The names of all rules. */
  readonly names: readonly string[];
  /** From now on, these ports of this machine. */
  scrape(...ports: readonly number[]): Promise<void>;
  /** The names of the rules that fire. */
  firing(): Promise<string[]>;
  close(): Promise<void>;
}

/** Rules are those of deploy/, except that a state has to last for half a second only. */
export async function startPrometheus(): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-prometheus-'));
  const [port, rules] = [await findFreePort(), await readFile(rulesFile, 'utf8')];
  await writeFile(join(folder, 'rules.yaml'), rules.replaceAll(/^( +for:) .*$/gm, '$1 500ms'));
  await writeFile(join(folder, 'targets.json'), '[]');
  await writeFile(
    join(folder, 'prometheus.yaml'),
    `global: { scrape_interval: 2s, scrape_timeout: 2s, evaluation_interval: 500ms }
rule_files: [rules.yaml]
scrape_configs:
  - job_name: muster
    file_sd_configs: [{ files: [targets.json], refresh_interval: 1s }]
`,
  );
  const child = spawn(
    'prometheus',
    ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', `--web.listen-address=127.0.0.1:${port}`],
    { cwd: folder, stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}.`);
    await pause(50);
  }
  const groups: { rules: { alert: string }[] }[] = parse(rules).groups;
  return {
    names: groups.flatMap((group) => group.rules.map(({ alert }) => alert)),
    async scrape(...ports) {
      const targets = [{ targets: ports.map((one) => `127.0.0.1:${one}`) }];
      await writeFile(join(folder, 'targets.json'), JSON.stringify(targets));
    },
    async firing() {
      const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as {
        data: { alerts: { state: string; labels: { alertname: string } }[] };
      };
      const names = data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
      return [...new Set(names)].toSorted();
    },
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
