import type { Words } from '../part.ts';
import type { readsTexts } from '../reads.ts';

export const reads: Words<typeof readsTexts> = {
  title: 'Registro de consultas',
  about: 'Quién ha leído datos confidenciales, lo más reciente primero: de quién, qué y por qué. Nunca los valores.',
  empty: 'Nadie ha leído todavía datos confidenciales.',
  emptyOfPerson: 'Nadie ha leído datos confidenciales de esta persona.',
  entry: 'Consulta',
  when: 'Cuándo',
  who: 'Quién',
  readerType: 'Tipo de lector',
  readers: {
    'client-application': 'Aplicación cliente',
    administrator: 'Persona',
    operator: 'Operador',
    'api-key': 'Clave de API',
  },
  person: 'De quién',
  people: 'Personas',
  members: 'Qué',
  special: { content: 'archivo original' } as Readonly<Record<string, string>>,
  family: 'Tipo de datos',
  purpose: 'Finalidad',
  through: 'A través de',
  trace: 'Traza',
  about1: (count: string) => (count === '1' ? 'Sobre 1 persona' : `Sobre ${count} personas`),
  ids: 'ID:',
};
