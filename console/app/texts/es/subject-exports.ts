import type { Words } from '../part.ts';
import type { subjectExportTexts } from '../subject-exports.ts';

export const subjectExports: Words<typeof subjectExportTexts> = {
  title: 'Exportaciones de datos',
  about:
    'Todo lo que se conserva sobre una persona, en un archivo ZIP para ella: datos, historial, quién los ha consultado y archivos.',
  empty: 'Nadie ha solicitado todavía sus datos.',
  add: 'Exportar los datos de una persona',
  submit: 'Crear el archivo ZIP',
  person: 'Persona',
  language: 'Idioma de la página incluida en el ZIP',
  languageHint: 'Vacío: el idioma de la cuenta.',
  state: 'Estado',
  states: { planned: 'En espera', running: 'En preparación', done: 'Lista', failed: 'Fallida' },
  made: 'El archivo ZIP se está creando.',
  since: 'Solicitada',
  ended: 'Terminada',
  expires: 'Se puede descargar hasta',
  expired: 'El archivo ZIP se ha eliminado. Cree otro.',
  file: 'Archivo',
  bytes: (size: string) => `${size} bytes`,
  digest: 'Huella digital (SHA-256)',
  failure: 'Motivo del fallo',
  progress: (done: string, all: string) => `${done} de ${all} partes`,
  download: 'Descargar el archivo ZIP',
  downloadAbout: 'Cada descarga queda registrada.',
};
