import type { installationTexts } from '../installation.ts';
import type { Words } from '../part.ts';

export const installation: Words<typeof installationTexts> = {
  audit: {
    title: 'Auditlogboek',
    about:
      'Wie wat heeft gedaan, wanneer en waarmee, nieuwste eerst: personen, clientapplicaties, operators en Muster zelf. Secrets worden nooit bewaard.',
  },
  sandboxes: {
    title: 'Sandboxes',
    about:
      'Kopieën van dit account om iets uit te proberen: verzonnen namen, geen secrets en een klok die u kunt verzetten.',
    create: 'Sandbox aanmaken',
    createAbout:
      'Organisatie en definities worden ongewijzigd gekopieerd, personen met loopbaan, waarden en verlof onder andere ID’s. Namen, adressen, nummers, titels en waarden van personen zijn verzonnen. Personeelsdossiers, bestanden, secrets, sleutels en endpoints worden niet gekopieerd.',
    empty: 'Een sandbox is een kopie van dit account waarin niets mis kan gaan.',
    linkTitle: 'De sandbox wordt gemaakt',
    linkAbout:
      'Met deze link wordt u eigenaar van de sandbox zodra die klaar is. De link wordt alleen nu getoond en is zeven dagen geldig.',
    link: 'Uw link',
    address: 'Adres',
    clock: 'Klok',
    asMachine: 'Systeemtijd',
    since: 'Gemaakt',
    move: 'Klok verzetten',
    moveAbout:
      'Alles wat van dagen afhangt, volgt: wie actief is, verlof, proeftijden, de datums van gebeurtenissen. Inloggen en tokens niet.',
    moveTo: 'Verzetten naar',
    time: 'Tijd (UTC)',
    moveBack: 'Terug naar de systeemtijd',
    moved: 'De klok is verzet.',
    open: 'Daar inloggen',
    drop: 'Verwijderen',
    dropTitle: (name: string) => `Sandbox ${name} verwijderen?`,
    dropAbout: 'Alles erin wordt verwijderd. Het account zelf blijft ongewijzigd.',
    dropped: 'De sandbox wordt verwijderd.',
    states: {
      copying: 'Wordt gekopieerd',
      ready: 'Klaar',
      failed: 'Mislukt',
      dropping: 'Wordt verwijderd',
      closed: 'Gesloten',
    },
    failedAbout:
      'De kopie kon niet worden gemaakt. Verwijder haar en maak een nieuwe; de oorzaak staat in het logboek van de service.',
    progress: (percent: number) => `${percent}%`,
  },
  accounts: {
    title: 'Accounts',
    about: 'Alle accounts van deze installatie, met hun adressen.',
    create: 'Account aanmaken',
    name: 'Naam',
    nameHint: 'Letters, cijfers en koppeltekens; de naam staat in het adres.',
    environment: 'Omgeving',
    origin: 'Kopie van',
    originHint: 'Bij een sandbox. Leeg: begint zonder gegevens.',
    sandbox: 'Sandbox',
    state: 'Toestand',
    removalDueAt: 'Wordt verwijderd op',
    limits: 'Limieten',
    requestsPerMinute: 'Verzoeken per minuut',
    eventDays: 'Gebeurtenissen in dagen',
    asInstallation: 'Zoals de installatie',
    linkTitle: 'Het account wordt geopend',
    linkAbout:
      'Met deze link wordt u de eerste eigenaar van het account. De link wordt alleen nu getoond en is zeven dagen geldig.',
    empty: 'Er is nog geen account.',
  },
};
