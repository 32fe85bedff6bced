import type { installationTexts } from '../installation.ts';
import type { Words } from '../part.ts';

export const installation: Words<typeof installationTexts> = {
  audit: {
    title: 'Registro di audit',
    about:
      'Chi ha fatto cosa, quando e tramite cosa, a partire dal più recente: persone, applicazioni client, operatori e Muster stesso. I segreti non vengono mai conservati.',
  },
  sandboxes: {
    title: 'Sandbox',
    about: 'Copie di questo account per fare prove: nomi inventati, nessun segreto e un orologio che si può spostare.',
    create: 'Crea una sandbox',
    createAbout:
      'L’organizzazione e le definizioni vengono copiate così come sono, le persone con carriere, valori e assenze sotto altri ID. Nomi, indirizzi, numeri, titoli e valori delle persone sono inventati. Fascicoli personali, file, segreti, chiavi ed endpoint non vengono copiati.',
    empty: 'Una sandbox è una copia di questo account in cui nulla può andare storto.',
    linkTitle: 'La sandbox è in fase di creazione',
    linkAbout:
      'Con questo link se ne diventa proprietari non appena è pronta. Viene mostrato solo ora e vale per sette giorni.',
    link: 'Link personale',
    address: 'Indirizzo',
    clock: 'Orologio',
    asMachine: 'Ora del server',
    since: 'Creazione',
    move: 'Sposta l’orologio',
    moveAbout:
      'Lo segue tutto ciò che dipende dai giorni: chi è in forza, le assenze, i periodi di prova, le date degli eventi. Non l’accesso né i token.',
    moveTo: 'Sposta a',
    time: 'Ora (UTC)',
    moveBack: 'Torna all’ora del server',
    moved: 'L’orologio è stato spostato.',
    open: 'Accedi alla sandbox',
    drop: 'Elimina',
    dropTitle: (name: string) => `Eliminare la sandbox ${name}?`,
    dropAbout: 'Tutto il suo contenuto va perso. L’account stesso non viene toccato.',
    dropped: 'La sandbox è in fase di eliminazione.',
    states: {
      copying: 'Copia in corso',
      ready: 'Pronta',
      failed: 'Non riuscita',
      dropping: 'Eliminazione in corso',
      closed: 'Chiuso',
    },
    failedAbout:
      'Non è stato possibile eseguire la copia. Eliminarla e crearne un’altra; il registro del servizio indica il motivo.',
    progress: (percent: number) => `${percent}%`,
  },
  accounts: {
    title: 'Account',
    about: 'Tutti gli account di questa installazione, con i loro indirizzi.',
    create: 'Crea un account',
    name: 'Nome',
    nameHint: 'Lettere, cifre e trattini; compare nell’indirizzo.',
    environment: 'Ambiente',
    origin: 'Copia di',
    originHint: 'Per una sandbox. Vuoto: inizia senza dati.',
    sandbox: 'Sandbox',
    state: 'Stato',
    removalDueAt: 'Sarà rimosso il',
    limits: 'Limiti',
    requestsPerMinute: 'Richieste API al minuto',
    eventDays: 'Giorni di eventi',
    asInstallation: 'Come l’installazione',
    linkTitle: 'L’account è in fase di apertura',
    linkAbout: 'Con questo link se ne diventa il primo proprietario. Viene mostrato solo ora e vale per sette giorni.',
    empty: 'Non c’è ancora nessun account.',
  },
};
