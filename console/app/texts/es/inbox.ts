import type { inboxTexts } from '../inbox.ts';
import type { Words } from '../part.ts';

export const inbox: Words<typeof inboxTexts> = {
  title: 'Pendiente',
  about: 'Lo que espera a alguien y lo que traen las próximas semanas.',
  nothing: 'No hay nada pendiente.',
  more: (count: string) => `Mostrar más (${count} en total)`,
  requests: 'Solicitudes de ausencia por decidir',
  starts: 'Incorporaciones en las próximas cuatro semanas',
  ends: 'Últimos días en las próximas cuatro semanas',
  fixedTerms: 'Contratos temporales que terminan en los próximos tres meses',
  probations: 'Periodos de prueba que terminan en las próximas cuatro semanas',
  withoutManager: 'Personas sin responsable',
  absentManager: 'Personas cuyo responsable se ha ido o aún no ha empezado',
  startsOn: (day: string) => `Primer día: ${day}`,
  endsOn: (day: string) => `Último día: ${day}`,
  probationEnds: (day: string) => `Termina el ${day}`,
  chooseManager: 'Elegir responsable',
  setup: {
    title: 'Preparar esta cuenta',
    about: 'Después de estos pasos ya se puede contratar. Desaparecen con la primera persona.',
    done: 'Hecho',
    open: 'Pendiente',
    steps: {
      legalEntity: 'Crear la primera entidad legal',
      establishment: 'Crear el primer centro de trabajo',
      department: 'Crear el primer departamento',
      template: 'Crear un tipo de contrato',
      defaults: 'Elegir los valores predeterminados de contratación',
      hire: 'Contratar a la primera persona',
    },
    hints: {
      legalEntity: 'La empresa que contrata.',
      establishment: 'Donde se trabaja; pertenece a una entidad legal.',
      department: 'El primer lugar del árbol.',
      template: 'Indefinido, temporal, prácticas.',
      defaults: 'Opcional: tipo de contrato, centro de trabajo y departamento.',
      hire: 'O importar un archivo de personas.',
    },
  },
};
