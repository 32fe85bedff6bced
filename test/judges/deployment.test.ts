/**
 * The files in deploy/, checked by the programs that read them where these are installed, and by parsers otherwise. A
 * program that is missing is named by the skipped test.
 */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, type TestContext, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settings } from '../../server/settings/config.ts';
import { fileNameOf } from '../../server/settings/secret-files.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');

function tried(context: TestContext, program: string, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) context.skip(`${program} is not installed`);
  return status === 0 ? '' : stdout + stderr;
}

test('nginx accepts the sample', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-nginx-'));
  try {
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=hr.example.com', '-keyout', join(folder, 'key'), '-out', join(folder, 'crt')],
    ]);
    if (made.error) context.skip('openssl is not installed');
    const site = read('nginx/muster.conf')
      .replace('/etc/nginx/tls/muster.crt', join(folder, 'crt'))
      .replace('/etc/nginx/tls/muster.key', join(folder, 'key'));
    writeFileSync(join(folder, 'site.conf'), site);
    const main = `pid ${folder}/pid;\nevents {}\nhttp { include ${folder}/site.conf; }\n`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    expect(tried(context, 'nginx', ['-t', '-q', '-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')])).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('systemd accepts the units', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-units-'));
  try {
    for (const name of ['muster.service', 'muster-worker.service']) {
      // The program and the user of the unit are not on this machine.
      const unit = read(`systemd/${name}`).replaceAll('/opt/muster/node_modules/.bin/node', process.execPath);
      writeFileSync(join(folder, name), unit);
      const said = tried(context, 'systemd-analyze', ['verify', '--man=no', join(folder, name)]);
      expect(said.split('\n').filter((line) => line.includes(name) && !line.includes('User='))).toEqual([]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('compose, the chart and its templates are YAML, and the values match their schema', () => {
  const compose = parse(read('compose.yaml'), { merge: true });
  expect(Object.keys(compose.services)).toEqual(['api', 'worker', 'database', 'proxy']);
  expect(compose.services.worker).toMatchObject({ read_only: true, environment: { MUSTER_ROLE: 'worker' } });
  expect(parse(read('helm/muster/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'muster' });
  const isValid = new Ajv().compile(JSON.parse(read('helm/muster/values.schema.json')));
  const values = parse(read('helm/muster/values.yaml'));
  expect([isValid(values), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...values, secretName: '' })).toBe(false);
  const kinds = globSync('helm/muster/templates/*.yaml', { cwd: deploy }).flatMap((path) => {
    // Without what the template engine puts in: its lines are removed, and its values in a line are a word.
    const text = read(path)
      .replaceAll(/^\s*\{\{-.*\}\}\s*$/gm, '')
      .replaceAll(/\{\{.*?\}\}/g, 'x');
    return parseAllDocuments(text).map((document) => {
      expect(document.errors.map(String), path).toEqual([]);
      return document.toJS().kind;
    });
  });
  expect(kinds.toSorted()).toEqual([
    ...['Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Job', 'PodDisruptionBudget', 'PodMonitor'],
    'Service',
  ]);
});

test('every setting that a file of deploy/ names exists', () => {
  const known = new Set(settings.flatMap((one) => (one.isSecret ? [one.name, fileNameOf(one)] : [one.name])));
  for (const path of globSync('**/*.*', { cwd: deploy })) {
    for (const [name] of read(path).matchAll(/\b(MUSTER|DATABASE)_[A-Z0-9_]*[A-Z0-9]\b/g)) {
      expect(known.has(name), `${path}: ${name}`).toBe(true);
    }
  }
});
