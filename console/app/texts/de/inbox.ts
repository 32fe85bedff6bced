import type { inboxTexts } from '../inbox.ts';
import type { Words } from '../part.ts';

export const inbox: Words<typeof inboxTexts> = {
  title: 'Aufgaben',
  about: 'Was zu erledigen ist und was in den nächsten Wochen ansteht.',
  nothing: 'Es steht nichts an.',
  more: (count: string) => `Mehr von ${count} anzeigen`,
  requests: 'Abwesenheitsanträge, über die zu entscheiden ist',
  starts: 'Eintritte in den nächsten vier Wochen',
  ends: 'Letzte Tage in den nächsten vier Wochen',
  fixedTerms: 'Befristungen, die innerhalb von drei Monaten enden',
  probations: 'Probezeiten, die in den nächsten vier Wochen enden',
  withoutManager: 'Personen ohne Führungskraft',
  absentManager: 'Personen, deren Führungskraft ausgeschieden oder noch nicht da ist',
  startsOn: (day: string) => `Erster Tag: ${day}`,
  endsOn: (day: string) => `Letzter Tag: ${day}`,
  probationEnds: (day: string) => `Endet am ${day}`,
  chooseManager: 'Führungskraft auswählen',
  setup: {
    title: 'Konto einrichten',
    about:
      'Nach diesen Schritten können Sie Personen einstellen. Sobald es die erste Person gibt, werden sie nicht mehr angezeigt.',
    done: 'Erledigt',
    open: 'Offen',
    steps: {
      legalEntity: 'Erste Rechtseinheit anlegen',
      establishment: 'Erste Betriebsstätte anlegen',
      department: 'Erste Abteilung anlegen',
      template: 'Beschäftigungsart anlegen',
      defaults: 'Vorgaben für Einstellungen festlegen',
      hire: 'Erste Person einstellen',
    },
    hints: {
      legalEntity: 'Das Unternehmen, das Personen beschäftigt.',
      establishment: 'Wo sie arbeiten; gehört zu einer Rechtseinheit.',
      department: 'Die oberste im Abteilungsbaum.',
      template: 'Unbefristet, befristet, Praktikum.',
      defaults: 'Optional: Beschäftigungsart, Betriebsstätte und Abteilung.',
      hire: 'Oder eine Datei mit Personen importieren.',
    },
  },
};
