import { texts } from './texts.ts';

/** Second factors, when signing in and on the profile. */
export const factorTexts = texts({
  en: {
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
  },
  fr: {
    app: 'Application d’authentification',
    passkey: 'Clé d’accès de cet appareil',
    about:
      'Une application affiche un nouveau code toutes les trente secondes. Une clé d’accès s’ouvre d’un doigt, d’un visage ou d’un code PIN.',
    failed: 'Cela n’a pas fonctionné. Reconnectez-vous et réessayez.',
    scan: 'Scannez ceci avec votre application d’authentification, puis saisissez le code affiché.',
    qr: 'Code QR pour l’application d’authentification',
    secret: 'Ou saisissez ce secret',
    confirm: 'Confirmer',
    recoveryShown:
      'Conservez ces codes de secours en lieu sûr. Chacun ouvre la porte une fois si votre second facteur est perdu. Ils ne sont affichés que maintenant.',
  },
});
