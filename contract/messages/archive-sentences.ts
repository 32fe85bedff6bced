/** The `detail` sentences of archives about people. */
import type { Sentence } from './sign-in-sentences.ts';

export const archiveSentences = {
  archiveNotReady: {
    en: 'The archive is not ready: the state of its export is {state}.',
    de: 'Das Archiv ist nicht bereit: Der Export hat den Zustand {state}.',
    es: 'El archivo no está listo: el estado de la exportación es {state}.',
    fr: "L'archive n'est pas prête : l'export est à l'état {state}.",
    it: "L'archivio non è pronto: lo stato dell'esportazione è {state}.",
    nl: 'Het archief is niet gereed: de export heeft de status {state}.',
    pt: 'O arquivo não está pronto: o estado da exportação é {state}.',
  },
  archiveGone: {
    en: 'The time to download the archive is over, and it was removed. Make another export.',
    de: 'Die Frist zum Herunterladen des Archivs ist abgelaufen, und es wurde entfernt. Erstellen Sie einen neuen Export.',
    es: 'El plazo para descargar el archivo ha terminado y se ha eliminado. Cree otra exportación.',
    fr: "Le délai de téléchargement de l'archive est écoulé et elle a été supprimée. Créez un nouvel export.",
    it: "Il termine per scaricare l'archivio è scaduto ed è stato rimosso. Creare un'altra esportazione.",
    nl: 'De termijn om het archief te downloaden is verstreken en het is verwijderd. Maak een nieuwe export.',
    pt: 'O prazo para descarregar o arquivo terminou e foi removido. Crie outra exportação.',
  },
} as const satisfies Record<string, Sentence>;
