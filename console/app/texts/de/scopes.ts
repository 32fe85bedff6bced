import type { Words } from '../part.ts';
import type { scopeTexts } from '../scopes.ts';

export const scopes: Words<typeof scopeTexts> = {
  title: 'Berechtigungen',
  none: 'Keine',
  read: 'Lesen',
  write: 'Lesen und schreiben',
  accessTo: (what: string) => `Zugriff: ${what}`,
  criticality: { low: 'Geringe Sensibilität', medium: 'Mittlere Sensibilität', high: 'Hohe Sensibilität' },
  highTitle: 'Hochsensible Daten',
  high: (what: string) =>
    `Das gibt Zugriff auf: ${what}. Erteilen Sie ihn nur, wenn er unverzichtbar ist, und informieren Sie den technischen Kontakt.`,
  positionsTitle: 'Beschäftigungsdaten können erschlossen werden',
  positions:
    'Wer Positionen schreibt, erfährt durch Ablehnungen, wann eine Beschäftigung beginnt und endet, auch ohne Berechtigung für Beschäftigungen.',
  chosen: (count: number) => (count === 1 ? '1 Berechtigung' : `${count} Berechtigungen`),
  families: {
    'legal-entities': 'Rechtseinheiten',
    'business-establishments': 'Betriebsstätten',
    departments: 'Abteilungen',
    employees: 'Personen und ihre Porträts',
    'employee-attribute-definitions': 'Attributdefinitionen und Taxonomien',
    'employee-attributes': 'Attributwerte',
    'employee-personal-records': 'Personalakten, hochsensibel',
    employments: 'Beschäftigungen',
    'employment-templates': 'Beschäftigungsvorlagen',
    'job-positions': 'Positionen',
    'probationary-periods': 'Probezeiten',
    'occupation-categories': 'Beschäftigtengruppen',
    'job-qualifications': 'Qualifikationen und Berufe',
    taxonomies: 'Taxonomien und ihre Begriffe',
    'webhook-endpoints': 'Webhook-Endpunkte',
    'webhook-deliveries': 'Webhook-Zustellungen, Pings und erneute Zustellungen',
    events: 'Ereignisse der Ressourcen, die durch die anderen Berechtigungen zugänglich sind',
    'working-time-arrangements': 'Arbeitszeitmodelle',
    files: 'Dateien',
    imports: 'Dateiimporte und ihre Fehler',
    leaves: 'Abwesenheiten und Abwesenheitsarten',
    'leave-requests': 'Abwesenheitsanträge und Entscheidungen',
    'public-holidays-calendars': 'Feiertagskalender',
  },
};
