import type { factorTexts } from '../factors.ts';
import type { Words } from '../part.ts';

export const factors: Words<typeof factorTexts> = {
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
};
