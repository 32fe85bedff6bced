import type { Words } from '../part.ts';
import type { scopeTexts } from '../scopes.ts';

export const scopes: Words<typeof scopeTexts> = {
  title: 'Qué puede hacer',
  none: 'Nada',
  read: 'Leer',
  write: 'Leer y escribir',
  accessTo: (what: string) => `Acceso a ${what}`,
  criticality: { low: 'Sensibilidad baja', medium: 'Sensibilidad media', high: 'Sensibilidad alta' },
  highTitle: 'Datos muy sensibles',
  high: (what: string) =>
    `Esto da acceso a ${what}. Concédalo solo a lo que no pueda funcionar sin ello y asegúrese de que el contacto técnico lo sabe.`,
  positionsTitle: 'Se pueden deducir las fechas de los contratos',
  positions:
    'Quien escribe puestos averigua por los rechazos cuándo empieza y termina un contrato, incluso sin el permiso sobre contratos.',
  chosen: (count: number) => (count === 1 ? '1 permiso' : `${count} permisos`),
  families: {
    'legal-entities': 'entidades legales',
    'business-establishments': 'centros de trabajo',
    departments: 'departamentos',
    employees: 'personas y sus fotos',
    'employee-attribute-definitions': 'definiciones de atributos y taxonomías',
    'employee-attributes': 'valores de atributos',
    'employee-personal-records': 'expedientes personales, muy sensibles',
    employments: 'contratos',
    'employment-templates': 'plantillas de contrato',
    'job-positions': 'puestos',
    'probationary-periods': 'periodos de prueba',
    'occupation-categories': 'categorías profesionales',
    'job-qualifications': 'cualificaciones y profesiones',
    taxonomies: 'taxonomías y sus etiquetas',
    'webhook-endpoints': 'endpoints de webhook',
    'webhook-deliveries': 'entregas de webhooks, pings y reenvíos',
    events: 'eventos de los recursos a los que dan acceso los demás permisos',
    'working-time-arrangements': 'regímenes de jornada',
    files: 'archivos',
    imports: 'importaciones de archivos y sus errores',
    leaves: 'ausencias y tipos de ausencia',
    'leave-requests': 'solicitudes de ausencia y decisiones',
    'public-holidays-calendars': 'calendarios de festivos',
  },
};
