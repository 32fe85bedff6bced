import type { factorTexts } from '../factors.ts';
import type { Words } from '../part.ts';

export const factors: Words<typeof factorTexts> = {
  app: 'App di autenticazione',
  passkey: 'Passkey di questo dispositivo',
  about: 'Un’app mostra un nuovo codice ogni trenta secondi. Una passkey si sblocca con l’impronta, il volto o un PIN.',
  failed: 'Operazione non riuscita. Accedere di nuovo e riprovare.',
  scan: 'Scansionare con l’app di autenticazione, quindi digitare il codice visualizzato.',
  qr: 'Codice QR per l’app di autenticazione',
  secret: 'Oppure digitare questo segreto',
  confirm: 'Conferma',
  recoveryShown:
    'Conservare questi codici di recupero in un luogo sicuro. Ognuno consente un solo accesso in caso di perdita del secondo fattore. Vengono mostrati solo ora.',
};
