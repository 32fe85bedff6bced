import type { Words } from '../part.ts';
import type { privacyTexts } from '../privacy.ts';

export const privacy: Words<typeof privacyTexts> = {
  person: 'Persona',
  erased: (id: string) => `Persona suprimida (ID ${id})`,
  reason: 'Motivo',
  reasonHint: 'No nombre a la persona: el motivo se conserva.',
  status: 'Estado',
  erasures: {
    title: 'Supresiones',
    about:
      'Elimina todo lo relativo a una persona. Otra persona lo aprueba antes de que se ejecute, y no se puede deshacer.',
    empty: 'Todavía no se han suprimido los datos de nadie.',
    plan: 'Suprimir a una persona',
    check: 'Mostrar lo que se eliminaría',
    checked: 'Se eliminaría lo siguiente',
    elsewhere: 'Otros datos mencionan a la persona aquí',
    references: 'Estas referencias quedan vacías.',
    texts: 'Estos textos contienen el nombre. Los textos de otros elementos se mantienen: edítelos.',
    nothing: 'No se conserva nada sobre esta persona.',
    confirm: (name: string) => `Escriba «${name}» para confirmar`,
    differs: 'Este no es el nombre de la persona.',
    submit: 'Planificar la supresión',
    planned: 'La supresión se ha planificado.',
    plannedBy: 'Planificada por',
    plannedOn: 'Planificada el',
    startedAt: 'Inicio',
    endedAt: 'Fin',
    decision: 'Decisión',
    comment: 'Comentario',
    commentHint: 'No nombre a la persona.',
    approve: 'Aprobar',
    refuse: 'Rechazar',
    approveTitle: '¿Aprobar esta supresión?',
    approveAbout: 'Todo lo relativo a la persona se elimina en cuanto sea posible. Esta acción no se puede deshacer.',
    approved: 'La supresión se ha aprobado.',
    refused: 'La supresión se ha rechazado.',
    ownPlan: 'Otro administrador debe aprobar lo que usted ha planificado. Usted puede rechazarlo.',
    decisions: { approve: 'Aprobada', refuse: 'Rechazada' },
    reasons: { decision: 'Rechazada por una decisión', 'legal-hold': 'Una retención legal protege a la persona' },
    statuses: {
      planned: 'Pendiente de aprobación',
      approved: 'Aprobada',
      running: 'En curso',
      done: 'Terminada',
      refused: 'Rechazada',
    },
  },
  holds: {
    title: 'Retenciones legales',
    about:
      'Conserva los datos de una persona, por ejemplo para un juicio: ninguna supresión ni regla de conservación los elimina.',
    empty: 'No hay datos con retención legal.',
    add: 'Establecer una retención',
    reasonHint: 'Por ejemplo, el número de un procedimiento judicial.',
    added: 'La retención se ha establecido.',
    setBy: 'Establecida por',
    setOn: 'Establecida el',
    liftedBy: 'Levantada por',
    liftedAt: 'Levantada el',
    lift: 'Levantar la retención',
    liftTitle: '¿Levantar esta retención?',
    liftAbout:
      'Las supresiones y las reglas de conservación vuelven a aplicarse a la persona. Una retención levantada no se puede restablecer.',
    lifted: 'La retención se ha levantado.',
    statuses: { active: 'Activa', lifted: 'Levantada' },
  },
  retention: {
    title: 'Reglas de conservación',
    one: 'Regla de conservación',
    about:
      'Cuánto tiempo se conservan los datos. Cada noche el servicio elimina lo que ha vencido o planifica la supresión de personas, que alguien aprueba.',
    empty: 'Ninguna regla elimina nada todavía.',
    add: 'Crear una regla',
    added: 'La regla está creada.',
    family: 'Datos',
    country: 'País',
    everywhere: 'Todos los países sin regla propia',
    countryHint: 'De la entidad jurídica del último empleo. Vacío: todos los países sin regla propia.',
    months: 'Meses',
    monthsHint: 'Después del fin del último empleo; en registros y versiones anteriores, después de la anotación.',
    active: 'Activa',
    paused: 'Solo vista previa',
    activeHint: 'Desactivada: no se elimina nada y la vista previa muestra lo que se eliminaría.',
    changed: 'Último cambio',
    removeTitle: '¿Eliminar esta regla?',
    removeAbout: 'Ya no eliminará nada más. Lo eliminado sigue eliminado.',
    preview: 'Qué elimina la regla',
    nothingDue: 'Hoy no vence nada.',
    plans: (isActive: boolean) =>
      isActive
        ? 'La supresión de estas personas se planifica la próxima noche.'
        : 'Si la regla estuviera activa, la supresión de estas personas se planificaría la próxima noche.',
    removes: (isActive: boolean) =>
      isActive
        ? 'Esto se elimina la próxima noche.'
        : 'Si la regla estuviera activa, esto se eliminaría la próxima noche.',
    morePeople: (count: string) => `y ${count} más`,
    held: (count: string, isOne: boolean) =>
      isOne
        ? 'Una retención legal protege a una persona más.'
        : `Las retenciones legales protegen a ${count} personas más.`,
    next: 'Vence en las próximas fechas',
    families: {
      person: 'La persona',
      leaves: 'Ausencias',
      'personal-records': 'Fichas personales',
      files: 'Archivos',
      versions: 'Versiones anteriores',
      'read-entries': 'Registro de lecturas',
      'audit-entries': 'Registro de auditoría',
    },
  },
};
