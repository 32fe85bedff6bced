import type { Words } from '../part.ts';
import type { signInTexts } from '../sign-in.ts';

export const signIn: Words<typeof signInTexts> = {
  title: 'Accesso',
  lead: (account: string) => `All’amministrazione di ${account}`,
  leadShared: 'All’amministrazione del proprio account',
  account: 'Account',
  accountHint: 'Il nome breve dell’azienda qui.',
  email: 'E-mail',
  password: 'Password',
  passkeyCancelled: 'Non è stata usata alcuna passkey. Riprovare o accedere in altro modo.',
  submit: 'Accedi',
  continue: 'Continua',
  or: 'oppure',
  withPasskey: 'Accedi con una passkey',
  withProvider: (name: string) => `Continua con ${name}`,
  refused: 'I dati non sono validi. Controllare quanto digitato.',
  refusedCode: 'Questo codice non è corretto o non è più valido.',
  throttled: (seconds: string) =>
    `Troppi tentativi. Riprovare tra ${seconds} ${seconds === '1' ? 'secondo' : 'secondi'}.`,
  providerFailed: 'L’accesso con il provider aziendale non è riuscito.',
  second: {
    title: 'Secondo passaggio',
    code: 'Codice dell’app di autenticazione',
    recovery: 'Codice di recupero',
    useCode: 'Usa un codice dell’app',
    usePasskey: 'Usa una passkey',
    useRecovery: 'Usa un codice di recupero',
    passkeyHint: 'Il browser richiede la passkey.',
    back: 'Ricomincia',
  },
  stopped: {
    'second-factor-required':
      'Ora questo account richiede a tutti un secondo fattore. Accedere di nuovo per aggiungerne uno con la procedura guidata.',
    'provider-required':
      'A questo account si accede solo con il provider aziendale. Continuare con questo; se non è mai stato usato, accedere ' +
      'una volta con la password per collegarlo.',
  },
  withPassword: 'Accedi invece con una password',
  link: {
    title: 'Collega il provider aziendale',
    lead: 'A questo account si accede solo così. D’ora in poi l’accesso avverrà con questo provider.',
    submit: 'Continua verso il provider',
  },
  enrol: {
    title: 'Configura un secondo fattore',
    lead: 'Questo account richiede a tutti un secondo fattore. Sceglierne uno per completare l’accesso.',
    done: 'Continua',
  },
  invitation: {
    title: 'Ha ricevuto un invito',
    lead: (account: string, role: string) => `Ad amministrare ${account}, con il ruolo di ${role}.`,
    name: 'Nome e cognome',
    password: 'Scegliere una password',
    passwordHint: 'Almeno 12 caratteri. Più parole sono meglio di simboli strani.',
    submit: 'Accetta',
    invalid: 'Questo invito non esiste, è già stato usato o è scaduto. Richiederne un altro.',
  },
};
