import type { factorTexts } from '../factors.ts';
import type { Words } from '../part.ts';

export const factors: Words<typeof factorTexts> = {
  app: 'Authenticator-app',
  passkey: 'Passkey van dit apparaat',
  about:
    'Een app toont elke 30 seconden een nieuwe code. Een passkey ontgrendelt u met vingerafdruk, gezicht of pincode.',
  failed: 'Dit is niet gelukt. Log opnieuw in en probeer het nog eens.',
  scan: 'Scan dit met uw authenticator-app en voer daarna de getoonde code in.',
  qr: 'QR-code voor de authenticator-app',
  secret: 'Of voer deze sleutel in',
  confirm: 'Bevestigen',
  recoveryShown:
    'Bewaar deze herstelcodes op een veilige plaats. Met elke code kunt u één keer inloggen als u uw tweede factor kwijt bent. Ze worden alleen nu getoond.',
};
