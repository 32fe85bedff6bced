import type { Words } from '../part.ts';
import type { taxonomyTexts } from '../taxonomies.ts';

export const taxonomies: Words<typeof taxonomyTexts> = {
  title: 'Taxonomías',
  about: 'Conjuntos de etiquetas entre las que se eligen los valores de los atributos.',
  add: 'Crear una taxonomía',
  addTitle: 'Nueva taxonomía',
  empty: 'Una taxonomía es una lista de opciones: cursos, zonas, motivos.',
  name: 'Nombre',
  translations: 'Traducciones',
  order: 'Orden de las etiquetas',
  orders: { id: 'Por orden de creación', name: 'Por nombre' },
  orderHint: 'El orden que se recomienda a los clientes.',
  changed: 'Última modificación',
  back: 'Todas las taxonomías',
  edit: 'Editar la taxonomía',
  labels: 'Etiquetas',
  label: 'Etiqueta',
  addLabels: 'Añadir etiquetas',
  addLabelsAbout: 'Una etiqueta por línea. Puede añadir su propia clave después de un punto y coma.',
  addLabelsExample: 'Equipo de emergencias; FW-01\nPrimeros auxilios',
  addCount: (count: string, isOne: boolean) => `Añadir ${count} ${isOne ? 'etiqueta' : 'etiquetas'}`,
  added: (count: string, isOne: boolean) => `${count} ${isOne ? 'etiqueta añadida' : 'etiquetas añadidas'}.`,
  refused: (count: string, isOne: boolean) =>
    isOne ? 'Una línea se ha rechazado y sigue aquí.' : `${count} líneas se han rechazado y siguen aquí.`,
  labelEmpty: 'Las etiquetas que añada se podrán elegir de inmediato.',
  remoteId: 'Su clave',
  state: 'Estado',
  states: { active: 'En uso', archived: 'Archivada' },
  usedBy: 'La usan',
  unused: 'Ningún atributo la usa.',
};
