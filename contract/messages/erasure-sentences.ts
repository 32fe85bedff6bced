/** Messages about erasures and legal holds, in every language of the contract. */
import type { Sentence } from './sign-in-sentences.ts';

export const erasureSentences = {
  personHeld: {
    en: 'A legal hold protects this person.',
    de: 'Diese Person ist durch eine rechtliche Sperre geschützt.',
    es: 'Una retención legal protege a esta persona.',
    fr: 'Une mise sous séquestre juridique protège cette personne.',
    it: 'Un blocco legale protegge questa persona.',
    nl: 'Een juridische bewaarplicht beschermt deze persoon.',
    pt: 'Uma retenção legal protege esta pessoa.',
  },
  personAdministers: {
    en: 'An administrator signs in with the e-mail address of this person. Remove the administrator first.',
    de: 'Ein Administrator meldet sich mit der E-Mail-Adresse dieser Person an. Entfernen Sie ihn zuerst.',
    es: 'Un administrador inicia sesión con la dirección de correo de esta persona. Elimínelo primero.',
    fr: 'Un administrateur se connecte avec l’adresse e-mail de cette personne. Retirez-le d’abord.',
    it: 'Un amministratore accede con l’indirizzo e-mail di questa persona. Rimuoverlo prima.',
    nl: 'Een beheerder meldt zich aan met het e-mailadres van deze persoon. Verwijder die eerst.',
    pt: 'Um administrador inicia sessão com o endereço de e-mail desta pessoa. Remova-o primeiro.',
  },
  erasureOpen: {
    en: 'Another erasure of this person is open already.',
    de: 'Eine andere Löschung dieser Person ist bereits offen.',
    es: 'Ya hay abierta otra supresión de esta persona.',
    fr: 'Un autre effacement de cette personne est déjà ouvert.',
    it: 'È già aperta un’altra cancellazione di questa persona.',
    nl: 'Er is al een andere wissing van deze persoon open.',
    pt: 'Já está aberto outro apagamento desta pessoa.',
  },
  erasureDecided: {
    en: 'This erasure is decided already: it is {status}.',
    de: 'Diese Löschung ist bereits entschieden: Sie ist {status}.',
    es: 'Esta supresión ya está decidida: está {status}.',
    fr: 'Cet effacement est déjà décidé : il est {status}.',
    it: 'Questa cancellazione è già decisa: è {status}.',
    nl: 'Over deze wissing is al beslist: ze is {status}.',
    pt: 'Este apagamento já está decidido: está {status}.',
  },
  erasureNeedsAnother: {
    en: 'Another administrator than the one who planned the erasure has to approve it.',
    de: 'Die Löschung muss von einer anderen Person genehmigt werden als der, die sie geplant hat.',
    es: 'La supresión debe aprobarla otro administrador, no el que la planificó.',
    fr: 'Un autre administrateur que celui qui a planifié l’effacement doit l’approuver.',
    it: 'La cancellazione deve essere approvata da un amministratore diverso da chi l’ha pianificata.',
    nl: 'Een andere beheerder dan degene die de wissing heeft gepland, moet haar goedkeuren.',
    pt: 'O apagamento tem de ser aprovado por outro administrador, e não por quem o planeou.',
  },
} as const satisfies Record<string, Sentence>;
