import type { Words } from '../part.ts';
import type { privacyTexts } from '../privacy.ts';

export const privacy: Words<typeof privacyTexts> = {
  person: 'Persoon',
  erased: (id: string) => `Gewiste persoon (ID ${id})`,
  reason: 'Reden',
  reasonHint: 'Noem de persoon niet bij naam: de reden wordt bewaard.',
  status: 'Status',
  erasures: {
    title: 'Wissingen',
    about:
      'Verwijdert alles over een persoon. Iemand anders keurt het vooraf goed, en het kan niet ongedaan worden gemaakt.',
    empty: 'Er is nog niemand gewist.',
    plan: 'Persoon wissen',
    check: 'Tonen wat zou worden verwijderd',
    checked: 'Dit zou worden verwijderd',
    elsewhere: 'Hier wordt de persoon elders genoemd',
    references: 'Deze verwijzingen worden leeggemaakt.',
    texts: 'Deze teksten bevatten de naam. Teksten van andere objecten blijven staan: bewerk ze.',
    nothing: 'Over deze persoon wordt niets bewaard.',
    confirm: (name: string) => `Typ ‘${name}’ om te bevestigen`,
    differs: 'Dit is niet de naam van de persoon.',
    submit: 'Wissing plannen',
    planned: 'De wissing is gepland.',
    plannedBy: 'Gepland door',
    plannedOn: 'Gepland op',
    startedAt: 'Begonnen',
    endedAt: 'Beëindigd',
    decision: 'Beslissing',
    comment: 'Opmerking',
    commentHint: 'Noem de persoon niet bij naam.',
    approve: 'Goedkeuren',
    refuse: 'Afwijzen',
    approveTitle: 'Deze wissing goedkeuren?',
    approveAbout:
      'Alles over de persoon wordt verwijderd zodra een worker vrij is. Dit kan niet ongedaan worden gemaakt.',
    approved: 'De wissing is goedgekeurd.',
    refused: 'De wissing is afgewezen.',
    ownPlan: 'Wat u hebt gepland, moet een andere beheerder goedkeuren. Afwijzen kunt u het zelf.',
    decisions: { approve: 'Goedgekeurd', refuse: 'Afgewezen' },
    reasons: {
      decision: 'Afgewezen door een beslissing',
      'legal-hold': 'Een verwijderblokkade beschermt de persoon',
    },
    statuses: {
      planned: 'Wacht op goedkeuring',
      approved: 'Goedgekeurd',
      running: 'Bezig',
      done: 'Voltooid',
      refused: 'Afgewezen',
    },
  },
  holds: {
    title: 'Verwijderblokkades',
    about:
      'Bewaart de gegevens van een persoon, bijvoorbeeld voor een rechtszaak: geen wissing of bewaarregel verwijdert ze.',
    empty: 'Er zijn geen gegevens geblokkeerd.',
    add: 'Blokkade instellen',
    reasonHint: 'Bijvoorbeeld het nummer van een rechtszaak.',
    added: 'De blokkade is ingesteld.',
    setBy: 'Ingesteld door',
    setOn: 'Ingesteld op',
    liftedBy: 'Opgeheven door',
    liftedAt: 'Opgeheven op',
    lift: 'Blokkade opheffen',
    liftTitle: 'Deze blokkade opheffen?',
    liftAbout:
      'Wissingen en bewaarregels gelten weer voor de persoon. Een opgeheven blokkade kan niet opnieuw worden ingesteld.',
    lifted: 'De blokkade is opgeheven.',
    statuses: { active: 'Actief', lifted: 'Opgeheven' },
  },
  retention: {
    title: 'Bewaarregels',
    one: 'Bewaarregel',
    about:
      'Hoe lang gegevens worden bewaard. Elke nacht verwijdert de dienst wat aan de beurt is, of plant hij het wissen van personen, dat iemand goedkeurt.',
    empty: 'Nog geen regel verwijdert iets.',
    add: 'Regel aanmaken',
    added: 'De regel is aangemaakt.',
    family: 'Gegevens',
    country: 'Land',
    everywhere: 'Alle landen zonder eigen regel',
    countryHint: 'Van de rechtspersoon van het laatste dienstverband. Leeg: alle landen zonder eigen regel.',
    months: 'Maanden',
    monthsHint: 'Na het einde van het laatste dienstverband; bij logboeken en eerdere versies na de vermelding.',
    active: 'Actief',
    paused: 'Alleen voorbeeld',
    activeHint: 'Uit: er wordt niets verwijderd, en het voorbeeld toont wat verwijderd zou worden.',
    changed: 'Laatst gewijzigd',
    removeTitle: 'Deze regel verwijderen?',
    removeAbout: 'Hij verwijdert niets meer. Wat verwijderd is, blijft verwijderd.',
    preview: 'Wat de regel verwijdert',
    nothingDue: 'Vandaag is er niets aan de beurt.',
    plans: (isActive: boolean) =>
      isActive
        ? 'Het wissen van deze personen wordt in de volgende nacht gepland.'
        : 'Als de regel actief was, werd het wissen van deze personen in de volgende nacht gepland.',
    removes: (isActive: boolean) =>
      isActive
        ? 'Dit wordt in de volgende nacht verwijderd.'
        : 'Als de regel actief was, werd dit in de volgende nacht verwijderd.',
    morePeople: (count: string) => `en nog ${count}`,
    held: (count: string, isOne: boolean) =>
      isOne
        ? 'Een verwijderblokkade beschermt nog één persoon.'
        : `Verwijderblokkades beschermen nog ${count} personen.`,
    next: 'Aan de beurt op de volgende dagen',
    families: {
      person: 'De persoon',
      leaves: 'Verlof',
      'personal-records': 'Persoonlijke dossiers',
      files: 'Bestanden',
      versions: 'Eerdere versies',
      'read-entries': 'Leeslogboek',
      'audit-entries': 'Auditlogboek',
    },
  },
};
