import type { Words } from '../part.ts';
import type { signInTexts } from '../sign-in.ts';

export const signIn: Words<typeof signInTexts> = {
  title: 'Anmelden',
  lead: (account: string) => `Verwaltung von ${account}`,
  leadShared: 'Verwaltung Ihres Kontos',
  account: 'Konto',
  accountHint: 'Der Kurzname Ihres Unternehmens in Muster.',
  email: 'E-Mail',
  password: 'Passwort',
  passkeyCancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
  submit: 'Anmelden',
  continue: 'Weiter',
  or: 'oder',
  withPasskey: 'Mit Passkey anmelden',
  withProvider: (name: string) => `Weiter mit ${name}`,
  refused: 'Die Anmeldung ist fehlgeschlagen. Prüfen Sie Ihre Eingaben.',
  refusedCode: 'Dieser Code ist nicht oder nicht mehr gültig.',
  throttled: (seconds: string) => `Zu viele Versuche. Versuchen Sie es in ${seconds} Sekunden noch einmal.`,
  providerFailed: 'Die Anmeldung über den Identitätsanbieter Ihres Unternehmens ist fehlgeschlagen.',
  second: {
    title: 'Zweiter Schritt',
    code: 'Code aus Ihrer Authenticator-App',
    recovery: 'Wiederherstellungscode',
    useCode: 'Code aus einer App verwenden',
    usePasskey: 'Passkey verwenden',
    useRecovery: 'Wiederherstellungscode verwenden',
    passkeyHint: 'Ihr Browser fragt nach Ihrem Passkey.',
    back: 'Von vorn beginnen',
  },
  stopped: {
    'second-factor-required':
      'Dieses Konto verlangt jetzt von allen einen zweiten Faktor. Melden Sie sich erneut an, dann werden Sie durch die Einrichtung geführt.',
    'provider-required':
      'Dieses Konto erlaubt nur noch die Anmeldung über den Identitätsanbieter Ihres Unternehmens. Fahren Sie damit fort; ' +
      'falls Sie ihn noch nie verwendet haben, melden Sie sich einmal mit Ihrem Passwort an, um ihn zu verknüpfen.',
  },
  withPassword: 'Stattdessen mit Passwort anmelden',
  link: {
    title: 'Identitätsanbieter Ihres Unternehmens verknüpfen',
    lead: 'Dieses Konto erlaubt nur die Anmeldung über ihn. Ab jetzt melden Sie sich damit an.',
    submit: 'Weiter zum Identitätsanbieter',
  },
  enrol: {
    title: 'Zweiten Faktor einrichten',
    lead: 'Dieses Konto verlangt von allen einen zweiten Faktor. Wählen Sie einen, um die Anmeldung abzuschließen.',
    done: 'Weiter',
  },
  invitation: {
    title: 'Sie sind eingeladen',
    lead: (account: string, role: string) => `Zur Verwaltung von ${account}, als ${role}.`,
    name: 'Ihr Name',
    password: 'Passwort wählen',
    passwordHint: 'Mindestens 12 Zeichen. Mehrere Wörter sind besser als Sonderzeichen.',
    submit: 'Annehmen',
    invalid: 'Diese Einladung existiert nicht, wurde schon verwendet oder ist abgelaufen. Bitten Sie um eine neue.',
  },
};
