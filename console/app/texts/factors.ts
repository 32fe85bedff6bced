import { texts } from './part.ts';

/** Second factors, when signing in and on the profile. */
export const factorTexts = texts('factors', {
  app: 'Authenticator app',
  passkey: 'Passkey of this device',
  about: 'An app shows a new code every half minute. A passkey is unlocked by a finger, a face or a PIN.',
  failed: 'This did not work. Sign in again and try once more.',
  scan: 'Scan this with your authenticator app, then type the code that it shows.',
  qr: 'QR code for the authenticator app',
  secret: 'Or type this secret',
  confirm: 'Confirm',
  recoveryShown:
    'Keep these recovery codes in a safe place. Each signs you in once when your second factor is lost. They are shown only now.',
});
