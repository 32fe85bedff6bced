import type { factorTexts } from '../factors.ts';
import type { Words } from '../part.ts';

export const factors: Words<typeof factorTexts> = {
  app: 'Aplicación de autenticación',
  passkey: 'Llave de acceso de este dispositivo',
  about:
    'Una aplicación muestra un código nuevo cada treinta segundos. Una llave de acceso se desbloquea con la huella, el rostro o un PIN.',
  failed: 'No ha funcionado. Inicie sesión de nuevo y vuelva a intentarlo.',
  scan: 'Escanee esto con su aplicación de autenticación y escriba el código que muestra.',
  qr: 'Código QR para la aplicación de autenticación',
  secret: 'O escriba este secreto',
  confirm: 'Confirmar',
  recoveryShown:
    'Guarde estos códigos de recuperación en un lugar seguro. Cada uno permite iniciar sesión una vez si pierde su segundo factor. Solo se muestran ahora.',
};
