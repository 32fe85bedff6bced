/** Commands that leave no audit entry. */
export const reading = [
  'accounts list',
  'administrators list',
  'api-keys list',
  'audit',
  'calendars list',
  'calendars show',
  'clients list',
  'completion',
  'export',
  'history',
  'legacy usage',
  'listen',
  'sandboxes list',
  'webhooks list',
  'working-time-arrangements list',
];

/** They change no account, and only accounts have audit logs. */
export const ofTheInstallation = [
  'backup list',
  'backup verify',
  'clock-confirmed',
  'doctor',
  'files adopt',
  'keys generate',
  'keys list',
  'keys rotate',
  'keys rotate-signing-key',
  'keys withdraw-signing-key',
  'migrate',
  'move-database',
  'distribute',
  'restore',
  'restore-finished',
  'start',
  'upgrade-postgres',
];
