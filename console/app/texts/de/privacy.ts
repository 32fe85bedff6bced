import type { Words } from '../part.ts';
import type { privacyTexts } from '../privacy.ts';

export const privacy: Words<typeof privacyTexts> = {
  person: 'Person',
  erased: (id: string) => `Gelöschte Person (ID ${id})`,
  reason: 'Grund',
  reasonHint: 'Nennen Sie die Person nicht beim Namen: Der Grund bleibt gespeichert.',
  status: 'Status',
  erasures: {
    title: 'Löschungen',
    about:
      'Entfernt alles über eine Person. Vor der Ausführung muss jemand anderes zustimmen; rückgängig machen lässt es sich nicht.',
    empty: 'Bisher wurde niemand gelöscht.',
    plan: 'Person löschen',
    check: 'Anzeigen, was entfernt würde',
    checked: 'Das würde entfernt',
    elsewhere: 'Hier wird die Person anderswo genannt',
    references: 'Diese Verweise werden geleert.',
    texts: 'Diese Texte enthalten den Namen. Texte anderer Objekte bleiben: Bearbeiten Sie sie.',
    nothing: 'Über diese Person ist nichts gespeichert.',
    confirm: (name: string) => `Geben Sie zur Bestätigung „${name}“ ein`,
    differs: 'Das ist nicht der Name der Person.',
    submit: 'Löschung planen',
    planned: 'Die Löschung ist geplant.',
    plannedBy: 'Geplant von',
    plannedOn: 'Geplant am',
    startedAt: 'Begonnen',
    endedAt: 'Beendet',
    decision: 'Entscheidung',
    comment: 'Kommentar',
    commentHint: 'Nennen Sie die Person nicht beim Namen.',
    approve: 'Genehmigen',
    refuse: 'Ablehnen',
    approveTitle: 'Diese Löschung genehmigen?',
    approveAbout:
      'Alles über die Person wird entfernt, sobald ein Worker frei ist. Das lässt sich nicht rückgängig machen.',
    approved: 'Die Löschung ist genehmigt.',
    refused: 'Die Löschung ist abgelehnt.',
    ownPlan: 'Was Sie geplant haben, muss ein anderer Administrator genehmigen. Ablehnen können Sie es selbst.',
    decisions: { approve: 'Genehmigt', refuse: 'Abgelehnt' },
    reasons: { decision: 'Durch eine Entscheidung abgelehnt', 'legal-hold': 'Eine Löschsperre schützt die Person' },
    statuses: {
      planned: 'Wartet auf Genehmigung',
      approved: 'Genehmigt',
      running: 'Läuft',
      done: 'Abgeschlossen',
      refused: 'Abgelehnt',
    },
  },
  holds: {
    title: 'Löschsperren',
    about:
      'Bewahrt die Daten einer Person, zum Beispiel für ein Gerichtsverfahren: Keine Löschung und keine Aufbewahrungsregel entfernt sie.',
    empty: 'Keine Daten sind gesperrt.',
    add: 'Löschsperre setzen',
    reasonHint: 'Zum Beispiel das Aktenzeichen eines Verfahrens.',
    added: 'Die Löschsperre ist gesetzt.',
    setBy: 'Gesetzt von',
    setOn: 'Gesetzt am',
    liftedBy: 'Aufgehoben von',
    liftedAt: 'Aufgehoben am',
    lift: 'Löschsperre aufheben',
    liftTitle: 'Diese Löschsperre aufheben?',
    liftAbout:
      'Löschungen und Aufbewahrungsregeln gelten wieder für die Person. Eine aufgehobene Sperre lässt sich nicht erneut setzen.',
    lifted: 'Die Löschsperre ist aufgehoben.',
    statuses: { active: 'Aktiv', lifted: 'Aufgehoben' },
  },
  retention: {
    title: 'Aufbewahrungsregeln',
    one: 'Aufbewahrungsregel',
    about:
      'Wie lange Daten aufbewahrt werden. Jede Nacht entfernt der Dienst, was fällig ist, oder plant die Löschung von Personen, die jemand genehmigt.',
    empty: 'Noch entfernt keine Regel etwas.',
    add: 'Regel anlegen',
    added: 'Die Regel ist angelegt.',
    family: 'Daten',
    country: 'Land',
    everywhere: 'Alle Länder ohne eigene Regel',
    countryHint: 'Der Rechtseinheit der letzten Anstellung. Leer: alle Länder ohne eigene Regel.',
    months: 'Monate',
    monthsHint: 'Nach dem Ende der letzten Anstellung; bei Protokollen und früheren Versionen nach dem Eintrag.',
    active: 'Aktiv',
    paused: 'Nur Vorschau',
    activeHint: 'Aus: Nichts wird entfernt, und die Vorschau zeigt, was entfernt würde.',
    changed: 'Zuletzt geändert',
    removeTitle: 'Diese Regel löschen?',
    removeAbout: 'Sie entfernt nichts mehr. Was entfernt wurde, bleibt entfernt.',
    preview: 'Was die Regel entfernt',
    nothingDue: 'Heute ist nichts fällig.',
    plans: (isActive: boolean) =>
      isActive
        ? 'Die Löschung dieser Personen wird in der nächsten Nacht geplant.'
        : 'Wäre die Regel aktiv, würde die Löschung dieser Personen in der nächsten Nacht geplant.',
    removes: (isActive: boolean) =>
      isActive
        ? 'Das wird in der nächsten Nacht entfernt.'
        : 'Wäre die Regel aktiv, würde das in der nächsten Nacht entfernt.',
    morePeople: (count: string) => `und ${count} weitere`,
    held: (count: string, isOne: boolean) =>
      isOne ? 'Eine Löschsperre schützt eine weitere Person.' : `Löschsperren schützen ${count} weitere Personen.`,
    next: 'An den nächsten Tagen fällig',
    families: {
      person: 'Die Person',
      leaves: 'Abwesenheiten',
      'personal-records': 'Personalakten',
      files: 'Dateien',
      versions: 'Frühere Versionen',
      'read-entries': 'Leseprotokoll',
      'audit-entries': 'Auditprotokoll',
    },
  },
};
