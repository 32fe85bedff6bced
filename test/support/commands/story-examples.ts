/** Examples in the help of commands that need an installation of their own. Their stories run each of them. */
export const backupExamples = [
  'muster backup /srv/backups',
  'muster backup /srv/backups --keep 30',
  'muster backup verify /srv/backups',
  'muster backup list /srv/backups',
  'muster restore /srv/backups',
  'muster restore /srv/backups --at 2026-05-04T12:00:00Z',
  'DATABASE_URL=postgres://… muster move-database --to own',
  'DATABASE_URL=postgres://… muster move-database --to embedded',
] as const;

export const upgradeExamples = ['muster migrate --finish'] as const;

export const keyExamples = [
  'muster keys list',
  'muster keys list --json',
  'muster keys rotate',
  'muster keys rotate --json',
  'muster keys generate',
  'muster keys rotate-signing-key',
  'muster keys withdraw-signing-key 7c9e6679-7425-40de-944b-e07fc1f90ae7',
] as const;

export const archiveExamples = [
  'muster accounts export --account acme --output acme.archive',
  'muster accounts import acme.archive',
  'muster accounts delete --account acme',
  'muster accounts delete --account acme --after 7d --yes',
  'muster accounts keep --account acme',
] as const;

export const postgresExamples = [
  'muster upgrade-postgres',
  'muster upgrade-postgres --programs /usr/lib/postgresql/15/bin',
] as const;

export const distributeExamples = [
  'DATABASE_URL=postgres://… muster distribute',
  'DATABASE_URL=postgres://… muster distribute --shards 64',
] as const;

/** All of them. */
export const storyExamples = [
  archiveExamples,
  backupExamples,
  distributeExamples,
  keyExamples,
  postgresExamples,
  upgradeExamples,
].flat();
