import type { installationTexts } from '../installation.ts';
import type { Words } from '../part.ts';

export const installation: Words<typeof installationTexts> = {
  audit: {
    title: 'Audit-Protokoll',
    about:
      'Wer was wann und auf welchem Weg getan hat, Neuestes zuerst: Personen, Client-Anwendungen, Betreiber und Muster selbst. Secrets werden nie gespeichert.',
  },
  sandboxes: {
    title: 'Sandboxes',
    about: 'Kopien dieses Kontos zum Ausprobieren: mit erfundenen Namen, ohne Secrets und mit verstellbarer Uhr.',
    create: 'Sandbox anlegen',
    createAbout:
      'Organisation und Definitionen werden unverändert kopiert, Personen mit Werdegang, Werten und Abwesenheiten unter anderen IDs. Namen, Adressen, Nummern, Titel und Werte von Personen sind erfunden. Personalakten, Dateien, Secrets, Schlüssel und Endpunkte werden nicht kopiert.',
    empty: 'Eine Sandbox ist eine Kopie dieses Kontos, in der nichts schiefgehen kann.',
    linkTitle: 'Die Sandbox wird erstellt',
    linkAbout:
      'Mit diesem Link werden Sie Inhaber der Sandbox, sobald sie bereit ist. Er wird nur jetzt angezeigt und gilt sieben Tage.',
    link: 'Ihr Link',
    address: 'Adresse',
    clock: 'Uhr',
    asMachine: 'Systemzeit',
    since: 'Erstellt',
    move: 'Uhr verstellen',
    moveAbout:
      'Alles, was von Tagen abhängt, folgt: wer aktiv ist, Abwesenheiten, Probezeiten, Daten von Ereignissen. Anmeldung und Tokens nicht.',
    moveTo: 'Verstellen auf',
    time: 'Uhrzeit (UTC)',
    moveBack: 'Zurück zur Systemzeit',
    moved: 'Die Uhr wurde verstellt.',
    open: 'Dort anmelden',
    drop: 'Löschen',
    dropTitle: (name: string) => `Sandbox ${name} löschen?`,
    dropAbout: 'Ihr gesamter Inhalt wird gelöscht. Das Konto selbst bleibt unberührt.',
    dropped: 'Die Sandbox wird gelöscht.',
    states: {
      copying: 'Wird kopiert',
      ready: 'Bereit',
      failed: 'Fehlgeschlagen',
      dropping: 'Wird gelöscht',
      closed: 'Geschlossen',
    },
    failedAbout:
      'Die Kopie konnte nicht erstellt werden. Löschen Sie sie und erstellen Sie eine neue; die Ursache steht im Protokoll des Dienstes.',
    progress: (percent: number) => `${percent} %`,
  },
  accounts: {
    title: 'Konten',
    about: 'Alle Konten dieser Installation mit ihren Adressen.',
    create: 'Konto anlegen',
    name: 'Name',
    nameHint: 'Buchstaben, Ziffern und Bindestriche; er ist Teil der Adresse.',
    environment: 'Umgebung',
    origin: 'Kopie von',
    originHint: 'Bei einer Sandbox. Leer: Sie beginnt ohne Daten.',
    sandbox: 'Sandbox',
    state: 'Zustand',
    removalDueAt: 'Wird entfernt am',
    limits: 'Grenzwerte',
    requestsPerMinute: 'Anfragen pro Minute',
    eventDays: 'Ereignisse in Tagen',
    asInstallation: 'Wie die Installation',
    linkTitle: 'Das Konto wird eröffnet',
    linkAbout:
      'Mit diesem Link werden Sie erster Inhaber des Kontos. Er wird nur jetzt angezeigt und gilt sieben Tage.',
    empty: 'Es gibt noch kein Konto.',
  },
};
