import type { factorTexts } from '../factors.ts';
import type { Words } from '../part.ts';

export const factors: Words<typeof factorTexts> = {
  app: 'Authenticator-App',
  passkey: 'Passkey dieses Geräts',
  about:
    'Eine App zeigt alle 30 Sekunden einen neuen Code. Ein Passkey wird per Fingerabdruck, Gesicht oder PIN freigegeben.',
  failed: 'Das hat nicht funktioniert. Melden Sie sich neu an und versuchen Sie es noch einmal.',
  scan: 'Scannen Sie dies mit Ihrer Authenticator-App und geben Sie dann den angezeigten Code ein.',
  qr: 'QR-Code für die Authenticator-App',
  secret: 'Oder geben Sie diesen Schlüssel ein',
  confirm: 'Bestätigen',
  recoveryShown:
    'Bewahren Sie diese Wiederherstellungscodes sicher auf. Mit jedem können Sie sich einmal anmelden, wenn Ihr zweiter Faktor verloren geht. Sie werden nur jetzt angezeigt.',
};
