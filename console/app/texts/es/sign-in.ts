import type { Words } from '../part.ts';
import type { signInTexts } from '../sign-in.ts';

export const signIn: Words<typeof signInTexts> = {
  title: 'Iniciar sesión',
  lead: (account: string) => `En la administración de ${account}`,
  leadShared: 'En la administración de su cuenta',
  account: 'Cuenta',
  accountHint: 'El nombre corto de su empresa aquí.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passkeyCancelled: 'No se ha usado ninguna llave de acceso. Inténtelo de nuevo o inicie sesión de otra forma.',
  submit: 'Iniciar sesión',
  continue: 'Continuar',
  or: 'o',
  withPasskey: 'Iniciar sesión con una llave de acceso',
  withProvider: (name: string) => `Continuar con ${name}`,
  refused: 'Los datos no son válidos. Compruebe lo que ha escrito.',
  refusedCode: 'Este código no es correcto o ya no es válido.',
  throttled: (seconds: string) =>
    `Demasiados intentos. Vuelva a intentarlo en ${seconds} ${seconds === '1' ? 'segundo' : 'segundos'}.`,
  providerFailed: 'No se ha podido iniciar sesión con el proveedor de su empresa.',
  second: {
    title: 'Segundo paso',
    code: 'Código de su aplicación de autenticación',
    recovery: 'Código de recuperación',
    useCode: 'Usar un código de una aplicación',
    usePasskey: 'Usar una llave de acceso',
    useRecovery: 'Usar un código de recuperación',
    passkeyHint: 'Su navegador le pide la llave de acceso.',
    back: 'Empezar de nuevo',
  },
  stopped: {
    'second-factor-required':
      'Esta cuenta exige ahora un segundo factor a todos. Inicie sesión de nuevo y se le guiará para añadir uno.',
    'provider-required':
      'En esta cuenta solo se entra con el proveedor de su empresa. Continúe con él; si nunca lo ha usado, inicie sesión ' +
      'una vez con su contraseña para vincularlo.',
  },
  withPassword: 'Iniciar sesión con una contraseña',
  link: {
    title: 'Vincular el proveedor de su empresa',
    lead: 'En esta cuenta solo se entra con él. A partir de ahora iniciará sesión así.',
    submit: 'Continuar al proveedor',
  },
  enrol: {
    title: 'Configurar un segundo factor',
    lead: 'Esta cuenta exige un segundo factor a todos. Elija uno para terminar de iniciar sesión.',
    done: 'Continuar',
  },
  invitation: {
    title: 'Tiene una invitación',
    lead: (account: string, role: string) => `Para administrar ${account} con el rol de ${role}.`,
    name: 'Su nombre',
    password: 'Elija una contraseña',
    passwordHint: 'Al menos 12 caracteres. Varias palabras son mejores que símbolos raros.',
    submit: 'Aceptar',
    invalid: 'Esta invitación no existe, ya se ha usado o ha caducado. Pida otra.',
  },
};
