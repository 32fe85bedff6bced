import type { Words } from '../part.ts';
import type { privacyTexts } from '../privacy.ts';

export const privacy: Words<typeof privacyTexts> = {
  person: 'Persona',
  erased: (id: string) => `Persona cancellata (ID ${id})`,
  reason: 'Motivo',
  reasonHint: 'Non indicare il nome della persona: il motivo viene conservato.',
  status: 'Stato',
  erasures: {
    title: 'Cancellazioni',
    about:
      'Elimina tutto ciò che riguarda una persona. Qualcun altro approva prima dell’esecuzione; l’operazione è irreversibile.',
    empty: 'Non è ancora stato cancellato nessuno.',
    plan: 'Cancella una persona',
    check: 'Mostra cosa verrebbe eliminato',
    checked: 'Verrebbe eliminato quanto segue',
    elsewhere: 'Altri dati citano la persona qui',
    references: 'Questi riferimenti diventano vuoti.',
    texts: 'Questi testi contengono il nome. I testi di altri elementi restano: occorre modificarli.',
    nothing: 'Non è conservato nulla su questa persona.',
    confirm: (name: string) => `Digitare «${name}» per confermare`,
    differs: 'Questo non è il nome della persona.',
    submit: 'Pianifica la cancellazione',
    planned: 'La cancellazione è stata pianificata.',
    plannedBy: 'Pianificata da',
    plannedOn: 'Pianificata il',
    startedAt: 'Inizio',
    endedAt: 'Fine',
    decision: 'Decisione',
    comment: 'Commento',
    commentHint: 'Non indicare il nome della persona.',
    approve: 'Approva',
    refuse: 'Rifiuta',
    approveTitle: 'Approvare questa cancellazione?',
    approveAbout:
      'Tutto ciò che riguarda la persona viene eliminato non appena possibile. L’operazione è irreversibile.',
    approved: 'La cancellazione è stata approvata.',
    refused: 'La cancellazione è stata rifiutata.',
    ownPlan: 'Ciò che si è pianificato deve essere approvato da un altro amministratore. È possibile rifiutarlo.',
    decisions: { approve: 'Approvata', refuse: 'Rifiutata' },
    reasons: { decision: 'Rifiutata da una decisione', 'legal-hold': 'Un blocco legale protegge la persona' },
    statuses: {
      planned: 'In attesa di approvazione',
      approved: 'Approvata',
      running: 'In corso',
      done: 'Terminata',
      refused: 'Rifiutata',
    },
  },
  holds: {
    title: 'Blocchi legali',
    about:
      'Conserva i dati di una persona, ad esempio per un processo: nessuna cancellazione e nessuna regola di conservazione li elimina.',
    empty: 'Nessun dato è soggetto a blocco legale.',
    add: 'Imposta un blocco',
    reasonHint: 'Ad esempio il numero di un procedimento giudiziario.',
    added: 'Il blocco è stato impostato.',
    setBy: 'Impostato da',
    setOn: 'Impostato il',
    liftedBy: 'Revocato da',
    liftedAt: 'Revocato il',
    lift: 'Revoca il blocco',
    liftTitle: 'Revocare questo blocco?',
    liftAbout:
      'Le cancellazioni e le regole di conservazione tornano a valere per la persona. Un blocco revocato non può essere ripristinato.',
    lifted: 'Il blocco è stato revocato.',
    statuses: { active: 'Attivo', lifted: 'Revocato' },
  },
  retention: {
    title: 'Regole di conservazione',
    one: 'Regola di conservazione',
    about:
      'Per quanto tempo si conservano i dati. Ogni notte il servizio elimina ciò che è scaduto o pianifica la cancellazione di persone, che qualcuno approva.',
    empty: 'Nessuna regola elimina ancora nulla.',
    add: 'Crea una regola',
    added: 'La regola è creata.',
    family: 'Dati',
    country: 'Paese',
    everywhere: 'Tutti i paesi senza una regola propria',
    countryHint: 'Della persona giuridica dell’ultimo impiego. Vuoto: tutti i paesi senza una regola propria.',
    months: 'Mesi',
    monthsHint: 'Dopo la fine dell’ultimo impiego; per registri e versioni precedenti, dopo la registrazione.',
    active: 'Attiva',
    paused: 'Solo anteprima',
    activeHint: 'Disattivata: non si elimina nulla e l’anteprima mostra ciò che si eliminerebbe.',
    changed: 'Ultima modifica',
    removeTitle: 'Eliminare questa regola?',
    removeAbout: 'Non elimina più nulla. Ciò che è stato eliminato resta eliminato.',
    preview: 'Che cosa elimina la regola',
    nothingDue: 'Oggi non è scaduto nulla.',
    plans: (isActive: boolean) =>
      isActive
        ? 'La cancellazione di queste persone è pianificata la prossima notte.'
        : 'Se la regola fosse attiva, la cancellazione di queste persone sarebbe pianificata la prossima notte.',
    removes: (isActive: boolean) =>
      isActive
        ? 'Questo viene eliminato la prossima notte.'
        : 'Se la regola fosse attiva, questo verrebbe eliminato la prossima notte.',
    morePeople: (count: string) => `e altre ${count}`,
    held: (count: string, isOne: boolean) =>
      isOne ? 'Un blocco legale protegge un’altra persona.' : `I blocchi legali proteggono altre ${count} persone.`,
    next: 'In scadenza nelle prossime date',
    families: {
      person: 'La persona',
      leaves: 'Assenze',
      'personal-records': 'Schede personali',
      files: 'File',
      versions: 'Versioni precedenti',
      'read-entries': 'Registro delle letture',
      'audit-entries': 'Registro di audit',
    },
  },
};
