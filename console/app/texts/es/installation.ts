import type { installationTexts } from '../installation.ts';
import type { Words } from '../part.ts';

export const installation: Words<typeof installationTexts> = {
  audit: {
    title: 'Registro de auditoría',
    about:
      'Quién hizo qué, cuándo y a través de qué, lo más reciente primero: personas, aplicaciones cliente, operadores y el propio Muster. Los secretos nunca se guardan.',
  },
  sandboxes: {
    title: 'Sandboxes',
    about: 'Copias de esta cuenta para hacer pruebas: nombres inventados, sin secretos y con un reloj que puede mover.',
    create: 'Crear un sandbox',
    createAbout:
      'La organización y las definiciones se copian tal cual; las personas, con sus trayectorias, valores y ausencias, bajo otros ID. Los nombres, direcciones, números, cargos y valores de las personas son inventados. No se copian los expedientes personales, archivos, secretos, claves ni endpoints.',
    empty: 'Un sandbox es una copia de esta cuenta en la que nada puede salir mal.',
    linkTitle: 'El sandbox se está creando',
    linkAbout:
      'Con este enlace será su propietario en cuanto esté listo. Solo se muestra ahora y es válido durante siete días.',
    link: 'Su enlace',
    address: 'Dirección',
    clock: 'Reloj',
    asMachine: 'Hora del servidor',
    since: 'Creado',
    move: 'Mover el reloj',
    moveAbout:
      'Todo lo que depende de los días lo sigue: quién está en activo, las ausencias, los periodos de prueba, las fechas de los eventos. El inicio de sesión y los tokens, no.',
    moveTo: 'Llevarlo a',
    time: 'Hora (UTC)',
    moveBack: 'Volver a la hora del servidor',
    moved: 'El reloj se ha movido.',
    open: 'Iniciar sesión en él',
    drop: 'Eliminar',
    dropTitle: (name: string) => `¿Eliminar el sandbox ${name}?`,
    dropAbout: 'Se pierde todo su contenido. La propia cuenta no se toca.',
    dropped: 'El sandbox se está eliminando.',
    states: { copying: 'Copiando', ready: 'Listo', failed: 'Fallido', dropping: 'Eliminando', closed: 'Cerrado' },
    failedAbout: 'No se ha podido hacer la copia. Elimínela y cree otra; el registro del servicio indica el motivo.',
    progress: (percent: number) => `${percent} %`,
  },
  accounts: {
    title: 'Cuentas',
    about: 'Todas las cuentas de esta instalación, con sus direcciones.',
    create: 'Crear una cuenta',
    name: 'Nombre',
    nameHint: 'Letras, cifras y guiones; aparece en la dirección.',
    environment: 'Entorno',
    origin: 'Copia de',
    originHint: 'Para un sandbox. Vacío: empieza sin datos.',
    sandbox: 'Sandbox',
    state: 'Estado',
    removalDueAt: 'Se elimina el',
    limits: 'Límites',
    requestsPerMinute: 'Peticiones por minuto',
    eventDays: 'Días de eventos',
    asInstallation: 'Según la instalación',
    linkTitle: 'La cuenta se está abriendo',
    linkAbout: 'Con este enlace será su primer propietario. Solo se muestra ahora y es válido durante siete días.',
    empty: 'Todavía no hay ninguna cuenta.',
  },
};
