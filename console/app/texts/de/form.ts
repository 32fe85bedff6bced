import type { formTexts } from '../form.ts';
import type { Words } from '../part.ts';

export const form: Words<typeof formTexts> = {
  keys: 'Strg+Enter',
  restored: 'Ihre Eingaben von vor der erneuten Anmeldung sind wieder da. Sie sind noch nicht gespeichert.',
  toCorrect: (count: number) =>
    count === 1
      ? 'Korrigieren Sie eine Eingabe und speichern Sie dann erneut.'
      : `Korrigieren Sie ${count} Eingaben und speichern Sie dann erneut.`,
  discard: {
    title: 'Änderungen verwerfen?',
    about: 'Ihre Eingaben sind nicht gespeichert.',
    keep: 'Weiter bearbeiten',
    confirm: 'Verwerfen',
  },
  offlineSave:
    'Sie sind offline: Es wurde nichts gespeichert. Ihre Eingaben bleiben hier; speichern Sie erneut, sobald Sie online sind.',
  notAnswered:
    'Die Verbindung ist beim Speichern abgebrochen. Ihre Eingaben bleiben hier: Speichern Sie erneut, nichts wird doppelt angelegt.',
  alreadyDone:
    'Ihr erster Versuch wurde gespeichert, nur die Antwort ging verloren. Schließen Sie dieses Formular und prüfen Sie das Ergebnis.',
  failed:
    'Im Dienst ist ein Fehler aufgetreten, Ihre Eingaben sind nicht gespeichert. Sie bleiben hier: Versuchen Sie es gleich noch einmal.',
  busy: 'Der Dienst kann gerade nicht antworten, Ihre Eingaben sind nicht gespeichert. Sie bleiben hier: Versuchen Sie es in einer Minute noch einmal.',
  calendar: 'Kalender öffnen',
  previousMonth: 'Vorheriger Monat',
  nextMonth: 'Nächster Monat',
  clearDay: 'Datum löschen',
  time: 'Uhrzeit',
  pickOne: (typed) => `Nichts ausgewählt: Wählen Sie für „${typed}“ einen Eintrag der Liste.`,
  required: 'Füllen Sie dieses Feld aus.',
  choose: 'Treffen Sie eine Auswahl.',
  requiredDay: (example) => `Geben Sie ein Datum ein, zum Beispiel ${example}.`,
  invalidDay: (typed, example) => `„${typed}“ ist kein Datum. Geben Sie eines ein, zum Beispiel ${example}.`,
  invalidTime: 'Geben Sie eine Uhrzeit ein, zum Beispiel 14:30.',
  earliest: (day) => `Geben Sie ein Datum ab ${day} ein.`,
  latest: (day) => `Geben Sie ein Datum bis ${day} ein.`,
  email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  phone: 'Geben Sie eine Telefonnummer ein, zum Beispiel +49 151 23456789.',
  uri: 'Geben Sie eine Adresse ein, zum Beispiel https://example.com.',
  shape: 'Das Format der Eingabe stimmt nicht.',
  atLeast: (count) => `Geben Sie mindestens ${count} Zeichen ein.`,
  atMost: (count) => `Geben Sie höchstens ${count} Zeichen ein.`,
  minimum: (least) => `Geben Sie ${least} oder mehr ein.`,
  maximum: (most) => `Geben Sie ${most} oder weniger ein.`,
  conflict: {
    title: 'Inzwischen hat jemand anderes etwas geändert',
    about: 'Wählen Sie, welche Fassung bleibt. Was nur eine Seite geändert hat, bleibt geändert.',
    member: 'Was',
    mine: 'Ihre Fassung',
    theirs: 'Andere Fassung',
    takeMine: 'Meine Fassung speichern',
    takeTheirs: 'Andere Fassung übernehmen',
    empty: 'leer',
    merged: 'Die Änderungen betreffen Verschiedenes: Wenn Sie Ihre Fassung speichern, geht nichts verloren.',
  },
  service: {
    taken: 'Das ist bereits vergeben. Geben Sie etwas anderes ein.',
    unknown: 'Das gibt es nicht mehr. Wählen Sie etwas anderes.',
    archived: 'Das ist archiviert. Wählen Sie etwas anderes.',
    fileKind: 'Dateien dieser Art werden hier nicht akzeptiert.',
    fileSize: (mb) => `Die Datei ist größer als ${mb} MB.`,
    firstPosition:
      'Die erste Position beginnt mit der Beschäftigung: Ändern Sie stattdessen den ersten Tag der Beschäftigung.',
    firstPositionKept:
      'Die erste Position einer Beschäftigung kann nicht gelöscht werden: Löschen Sie stattdessen die Beschäftigung.',
    onlyEmployment: 'Die einzige Beschäftigung einer Person kann nicht gelöscht werden.',
    otherEmployee: 'Wählen Sie eine andere Person als die beschäftigte.',
    sameDay: 'An diesem Tag beginnt eine andere Position dieser Beschäftigung. Wählen Sie einen anderen Tag.',
    withinFrom: (start) => `Geben Sie einen Tag der Beschäftigung ein, ab ${start}.`,
    within: (start, end) => `Geben Sie einen Tag der Beschäftigung ein, von ${start} bis ${end}.`,
    afterFirst: (day) => `Geben Sie einen Tag nach dem Beginn der ersten Position am ${day} ein.`,
    notBeforeFirst: (day) => `Geben Sie einen Tag ab dem ersten Tag ein, dem ${day}.`,
    notBeforePosition: (day) => `Am ${day} beginnt eine Position: Der letzte Tag darf nicht davor liegen.`,
    beforeSecond: (day) => `Geben Sie einen Tag vor dem Beginn der zweiten Position am ${day} ein.`,
    probation: (day) => `Die Probezeit endet am ${day}: Geben Sie einen Tag bis dahin ein.`,
    overlap: (day) =>
      `Diese Person ist ab ${day} bereits beschäftigt: Zwei Beschäftigungen dürfen sich nicht überschneiden.`,
    category: 'Diese Beschäftigtengruppe wird in der Betriebsstätte nicht verwendet.',
    otherEntity: 'Wählen Sie eine Betriebsstätte, die zur Rechtseinheit der Beschäftigung gehört.',
    template: 'Diese Beschäftigungsart steht der Rechtseinheit nicht zur Verfügung.',
    domain: 'Adressen dieser Domain werden hier nicht akzeptiert.',
    oneOf: 'Wählen Sie einen Eintrag der Liste.',
    noneNamed: 'Es gibt keinen Eintrag mit diesem Namen.',
    severalNamed: 'Mehrere Einträge haben diesen Namen: Geben Sie stattdessen die ID an.',
    stillUsed: 'Das wird noch verwendet und kann deshalb nicht gelöscht werden.',
    iban: 'Geben Sie eine IBAN ein, zum Beispiel DE89 3704 0044 0532 0130 00.',
    beforeStart: 'Der letzte Tag darf nicht vor dem ersten liegen.',
    twice: 'Das ist doppelt vorhanden.',
    leaveTwice: 'Diese Person ist an einem dieser Tage bereits abwesend. Wählen Sie andere Tage.',
    leaveNoDay: 'Keiner dieser Tage zählt für diese Abwesenheitsart: Alle sind bereits frei.',
    leaveLong: (days) => `Eine Abwesenheit umfasst höchstens ${days} Tage, die zählen.`,
    leaveEmployed: 'Diese Person ist an diesem Tag nicht beschäftigt.',
    leaveHalfDay: 'Die Abwesenheit endet, bevor sie beginnt: Wählen Sie den Nachmittag.',
    leaveBetween:
      'Eine Stufe hat bereits genehmigt: Warten Sie die letzte Genehmigung ab oder stornieren Sie die Abwesenheit.',
    leaveHours:
      'Die Tage einer Abwesenheit in Stunden lassen sich nicht verschieben: Stornieren Sie sie und erfassen Sie eine neue.',
    leaveCancelled: 'Die Abwesenheit ist storniert und kann nicht mehr geändert werden.',
    requestDecided: 'Darüber ist bereits entschieden.',
    other: (message) => `Der Dienst lehnt diesen Wert ab: ${message}`,
  },
};
