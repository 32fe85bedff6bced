import type { documentTexts } from '../documents.ts';
import type { Words } from '../part.ts';

export const documents: Words<typeof documentTexts> = {
  tab: 'Documentos',
  add: 'Añadir un documento',
  empty: 'Contratos, permisos, certificados: todavía no hay nada aquí.',
  category: 'Categoría',
  newCategory: 'Nueva categoría…',
  categoryName: 'Nombre de la categoría',
  categoryHint:
    'Por ejemplo, permiso de residencia o permiso de conducir. Sus lecturas quedan en el registro de consultas.',
  chooseCategory: 'Elija una categoría',
  nameCategory: 'Introduzca un nombre',
  file: 'Archivo',
  chooseFile: 'Elija un archivo',
  expiresOn: 'Válido hasta',
  expiresHint: 'Último día; vacío: sin caducidad.',
  contract: 'Contrato',
  amendment: 'Anexo',
  employmentSince: (day: string) => `Contrato desde el ${day}`,
  positionSince: (name: string, day: string) => `${name}, desde el ${day}`,
  position: 'Puesto',
  noFile: 'Sin archivo',
  validFrom: (day: string) => `Válido desde el ${day}`,
  validUntil: (day: string) => `Válido hasta el ${day}`,
  expired: (day: string) => `Caducó el ${day}`,
  change: 'Sustituir o editar',
  addFile: 'Añadir un archivo',
  added: 'El documento se ha añadido.',
  seen: 'Quién ha visto archivos de esta persona',
  seenAbout: 'Vistas previas y descargas, lo más reciente primero.',
  seenEmpty: 'Nadie ha abierto archivos de esta persona.',
};
