import type { Words } from '../part.ts';
import type { signInTexts } from '../sign-in.ts';

export const signIn: Words<typeof signInTexts> = {
  title: 'Inloggen',
  lead: (account: string) => `Bij het beheer van ${account}`,
  leadShared: 'Bij het beheer van uw account',
  account: 'Account',
  accountHint: 'De korte naam van uw bedrijf in Muster.',
  email: 'E-mail',
  password: 'Wachtwoord',
  passkeyCancelled: 'Er is geen passkey gebruikt. Probeer het opnieuw of log op een andere manier in.',
  submit: 'Inloggen',
  continue: 'Doorgaan',
  or: 'of',
  withPasskey: 'Inloggen met een passkey',
  withProvider: (name: string) => `Doorgaan met ${name}`,
  refused: 'Inloggen is mislukt. Controleer uw invoer.',
  refusedCode: 'Deze code is niet of niet meer geldig.',
  throttled: (seconds: string) => `Te veel pogingen. Probeer het over ${seconds} seconden opnieuw.`,
  providerFailed: 'Inloggen via de identiteitsprovider van uw bedrijf is mislukt.',
  second: {
    title: 'Tweede stap',
    code: 'Code uit uw authenticator-app',
    recovery: 'Herstelcode',
    useCode: 'Code uit een app gebruiken',
    usePasskey: 'Passkey gebruiken',
    useRecovery: 'Herstelcode gebruiken',
    passkeyHint: 'Uw browser vraagt om uw passkey.',
    back: 'Opnieuw beginnen',
  },
  stopped: {
    'second-factor-required':
      'Dit account vraagt nu iedereen om een tweede factor. Log opnieuw in, dan wordt u door het instellen geleid.',
    'provider-required':
      'Bij dit account kunt u alleen nog inloggen via de identiteitsprovider van uw bedrijf. Ga daarmee door; hebt u die ' +
      'nog nooit gebruikt, log dan één keer in met uw wachtwoord om te koppelen.',
  },
  withPassword: 'In plaats daarvan inloggen met een wachtwoord',
  link: {
    title: 'Identiteitsprovider van uw bedrijf koppelen',
    lead: 'Bij dit account kunt u alleen daarmee inloggen. Vanaf nu logt u er dus mee in.',
    submit: 'Doorgaan naar de provider',
  },
  enrol: {
    title: 'Tweede factor instellen',
    lead: 'Dit account vraagt iedereen om een tweede factor. Kies er een om het inloggen af te ronden.',
    done: 'Doorgaan',
  },
  invitation: {
    title: 'U bent uitgenodigd',
    lead: (account: string, role: string) => `Om ${account} te beheren, als ${role}.`,
    name: 'Uw naam',
    password: 'Kies een wachtwoord',
    passwordHint: 'Minstens 12 tekens. Meerdere woorden zijn beter dan vreemde tekens.',
    submit: 'Accepteren',
    invalid: 'Deze uitnodiging bestaat niet, is al gebruikt of is verlopen. Vraag een nieuwe aan.',
  },
};
