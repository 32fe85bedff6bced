import type { apiKeyTexts } from '../api-keys.ts';
import type { Words } from '../part.ts';

export const apiKeys: Words<typeof apiKeyTexts> = {
  title: 'Claves de API',
  about: 'Las claves de la API antigua y lo que pueden leer.',
  endNotice: (when: string) =>
    `La segunda generación (v2) de la API antigua responde hasta el ${when}. Quien todavía la llama figura con su clave.`,
  endedNotice: (when: string) =>
    `La segunda generación (v2) de la API antigua terminó el ${when}: sus llamadas se rechazan.`,
  contactNotice: (count: number) =>
    count === 1
      ? 'Una clave no tiene contacto técnico: nadie recibiría aviso de los cambios.'
      : `${count} claves no tienen contacto técnico: nadie recibiría aviso de los cambios.`,
  create: 'Crear una clave',
  empty: 'La API actual no necesita claves: cree en su lugar una aplicación cliente.',
  name: 'Nombre',
  contact: 'Contacto técnico',
  noContact: 'Falta',
  contactHint: 'Conviene indicarlo: es quien recibe aviso de los cambios.',
  roleName: 'Nombre del rol',
  rights: 'Puede leer',
  leaves: 'Ausencias',
  users: 'Usuarios',
  nothing: 'Nada',
  readsLeaves: 'Leer ausencias',
  readsUsers: 'Leer usuarios',
  leavesPlaces: 'Ausencias de qué centros',
  usersPlaces: 'Usuarios de qué centros',
  seesPersonalData: 'Fechas de nacimiento y sexo',
  seesFormer: 'Personas que ya no trabajan aquí',
  seesFuture: 'Personas por incorporarse',
  lastUsed: 'Último uso',
  apiKey: 'Clave de API',
  edit: 'Editar',
  editTitle: (name: string) => `Editar ${name}`,
  revoke: 'Revocar',
  revokeTitle: (name: string) => `¿Revocar ${name}?`,
  revokeAbout:
    'Quien la use será rechazado en menos de un segundo. Esta acción no se puede deshacer; el nombre queda libre.',
  revoked: 'Revocada.',
  noContactNotice: 'Esta clave no tiene contacto técnico. Indique uno para que alguien reciba aviso de los cambios.',
  uses: 'Qué llama',
  usesAbout: 'Direcciones de la API antigua, incluidas las llamadas rechazadas.',
  noUses: 'No se ha usado.',
  path: 'Dirección',
  requests: 'Llamadas',
  first: 'Primera',
  last: 'Última',
  ends: 'Fin',
  requestsLink: 'Sus peticiones',
  personalHint: 'Sensible: solo para lo que no pueda funcionar sin ello.',
};
