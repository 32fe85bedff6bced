import { texts } from './part.ts';

export const signInTexts = texts('signIn', {
  title: 'Sign in',
  lead: (account: string) => `To the administration of ${account}`,
  leadShared: 'To the administration of your account',
  account: 'Account',
  accountHint: 'The short name of your company here.',
  email: 'E-mail',
  password: 'Password',
  passkeyCancelled: 'No passkey was used. Try again, or sign in another way.',
  submit: 'Sign in',
  continue: 'Continue',
  or: 'or',
  withPasskey: 'Sign in with a passkey',
  withProvider: (name: string) => `Continue with ${name}`,
  refused: 'That does not open anything here. Check what you typed.',
  refusedCode: 'This code is not right, or no longer.',
  throttled: (seconds: string) => `Too many attempts. Try again in ${seconds} seconds.`,
  providerFailed: 'The sign-in with your company’s provider did not succeed.',
  second: {
    title: 'Second step',
    code: 'Code from your authenticator app',
    recovery: 'Recovery code',
    useCode: 'Use a code from an app',
    usePasskey: 'Use a passkey',
    useRecovery: 'Use a recovery code',
    passkeyHint: 'Your browser asks for your passkey.',
    back: 'Start again',
  },
  stopped: {
    'second-factor-required':
      'This account asks everybody for a second factor now. Sign in again, and you are led through adding one.',
    'provider-required':
      'This account lets people in by the provider of your company alone. Continue with it; if you never have, sign in with ' +
      'your password once to link it.',
  },
  withPassword: 'Sign in with a password instead',
  link: {
    title: 'Link your company’s provider',
    lead: 'This account lets people in by it alone. From now on you sign in with it.',
    submit: 'Continue to the provider',
  },
  enrol: {
    title: 'Set up a second factor',
    lead: 'This account asks everybody for a second factor. Choose one to finish signing in.',
    done: 'Go on',
  },
  invitation: {
    title: 'You are invited',
    lead: (account: string, role: string) => `To administer ${account}, as ${role}.`,
    name: 'Your name',
    password: 'Choose a password',
    passwordHint: 'At least 12 characters. Several words are better than odd signs.',
    submit: 'Accept',
    invalid: 'This invitation does not exist, was used, or has expired. Ask for another one.',
  },
});
