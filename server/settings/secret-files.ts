/**
 * Secret settings from files: `NAME_FILE` names a file that contains the value of `NAME`, as container platforms provide
 * secrets. An environment is visible to more people and programs than a file.
 */
import { readFileSync } from 'node:fs';
import type { SettingDescription } from './setting.ts';

type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

export const fileNameOf = ({ name }: Pick<SettingDescription, 'name'>): string => `${name}_FILE`;

/** The environment with the content of the files. A mistake names the setting and the file, never the content. */
export function readSecretFiles(
  env: ProcessEnvironment,
  settings: readonly SettingDescription[],
  onMistake: (sentence: string) => void,
): ProcessEnvironment {
  const found: Record<string, string> = {};
  for (const setting of settings.filter(({ isSecret }) => isSecret)) {
    const name = fileNameOf(setting);
    const path = env[name];
    if (!path) continue;
    if (env[setting.name]) {
      onMistake(`${name} and ${setting.name} are both set; set one of them`);
      continue;
    }
    try {
      // Editors and `echo` end a file with a new line, which is no part of a secret.
      found[setting.name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (found[setting.name] === '') onMistake(`${name} names ${JSON.stringify(path)}, which is empty`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      onMistake(`${name} names ${JSON.stringify(path)}, which cannot be read (${code})`);
    }
  }
  return { ...env, ...found };
}
