/**
 * The words of the page in an archive, in seven languages: its own sentences, families, members and fixed values. What is
 * missing here, such as the member of a new resource, is shown by its name in the API, split into words.
 */
import type { Language } from '@muster/contract/languages.ts';
import { systemDefinitions } from '@muster/contract/system-definitions.ts';

const order = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'] as const;

export type Words = readonly [en: string, de: string, es: string, fr: string, it: string, nl: string, pt: string];

// biome-ignore format: one row for each sentence
const sentences = {
  title: ['Data about {name}', 'Daten über {name}', 'Datos sobre {name}', 'Données concernant {name}', 'Dati su {name}', 'Gegevens over {name}', 'Dados sobre {name}'],
  intro: ['This archive holds everything that {account} keeps about you in this system. The folders contain the same data as JSON, and your files.', 'Dieses Archiv enthält alles, was {account} in diesem System über Sie speichert. Die Ordner enthalten dieselben Daten als JSON und Ihre Dateien.', 'Este archivo contiene todo lo que {account} conserva sobre usted en este sistema. Las carpetas contienen los mismos datos en JSON y sus ficheros.', 'Cette archive contient tout ce que {account} conserve à votre sujet dans ce système. Les dossiers contiennent les mêmes données en JSON, ainsi que vos fichiers.', 'Questo archivio contiene tutto ciò che {account} conserva su di lei in questo sistema. Le cartelle contengono gli stessi dati in JSON e i suoi file.', 'Dit archief bevat alles wat {account} in dit systeem over u bewaart. De mappen bevatten dezelfde gegevens als JSON en uw bestanden.', 'Este arquivo contém tudo o que {account} conserva sobre si neste sistema. As pastas contêm os mesmos dados em JSON e os seus ficheiros.'],
  asOf: ['As of {moment}', 'Stand {moment}', 'A fecha de {moment}', 'Situation au {moment}', 'Aggiornato al {moment}', 'Stand van {moment}', 'Situação em {moment}'],
  contents: ['Contents', 'Inhalt', 'Contenido', 'Sommaire', 'Indice', 'Inhoud', 'Índice'],
  nothing: ['Nothing is kept here.', 'Hier ist nichts gespeichert.', 'No se conserva nada aquí.', 'Rien n’est conservé ici.', 'Qui non è conservato nulla.', 'Hier wordt niets bewaard.', 'Nada é conservado aqui.'],
  files: ['Files', 'Dateien', 'Ficheros', 'Fichiers', 'File', 'Bestanden', 'Ficheiros'],
  changes: ['Changes', 'Änderungen', 'Cambios', 'Modifications', 'Modifiche', 'Wijzigingen', 'Alterações'],
  reads: ['Who has read confidential data about you', 'Wer vertrauliche Daten über Sie gelesen hat', 'Quién ha leído datos confidenciales sobre usted', 'Qui a lu des données confidentielles vous concernant', 'Chi ha letto dati riservati su di lei', 'Wie vertrouwelijke gegevens over u heeft gelezen', 'Quem leu dados confidenciais sobre si'],
  named: ['Where else you are named', 'Wo Sie sonst genannt werden', 'Dónde más se le menciona', 'Où vous êtes aussi mentionné', 'Dove altro è nominato', 'Waar u verder wordt genoemd', 'Onde mais é mencionado'],
  when: ['When (UTC)', 'Wann (UTC)', 'Cuándo (UTC)', 'Quand (UTC)', 'Quando (UTC)', 'Wanneer (UTC)', 'Quando (UTC)'],
  who: ['Who', 'Wer', 'Quién', 'Qui', 'Chi', 'Wie', 'Quem'],
  what: ['What', 'Was', 'Qué', 'Quoi', 'Che cosa', 'Wat', 'O quê'],
  how: ['Kind of change', 'Art der Änderung', 'Tipo de cambio', 'Type de modification', 'Tipo di modifica', 'Soort wijziging', 'Tipo de alteração'],
  members: ['Details', 'Angaben', 'Detalles', 'Détails', 'Dettagli', 'Details', 'Detalhes'],
  purpose: ['Purpose', 'Zweck', 'Finalidad', 'Finalité', 'Scopo', 'Doel', 'Finalidade'],
  size: ['Size', 'Größe', 'Tamaño', 'Taille', 'Dimensione', 'Grootte', 'Tamanho'],
  name: ['Name', 'Name', 'Nombre', 'Nom', 'Nome', 'Naam', 'Nome'],
  times: ['Number', 'Anzahl', 'Número', 'Nombre', 'Numero', 'Aantal', 'Número'],
} as const satisfies Record<string, Words>;

// biome-ignore format: one row for each family
const families: Readonly<Record<string, Words>> = {
  employee: ['Person', 'Person', 'Persona', 'Personne', 'Persona', 'Persoon', 'Pessoa'],
  employment: ['Employments', 'Beschäftigungen', 'Contratos', 'Contrats de travail', 'Rapporti di lavoro', 'Dienstverbanden', 'Contratos de trabalho'],
  'job-position': ['Positions', 'Positionen', 'Puestos', 'Postes', 'Posizioni', 'Functies', 'Cargos'],
  'probationary-period': ['Probationary periods', 'Probezeiten', 'Periodos de prueba', 'Périodes d’essai', 'Periodi di prova', 'Proeftijden', 'Períodos experimentais'],
  'employee-personal-record': ['Personal record', 'Persönliche Angaben', 'Datos personales', 'Dossier personnel', 'Dati personali', 'Persoonlijke gegevens', 'Dados pessoais'],
  leave: ['Absences', 'Abwesenheiten', 'Ausencias', 'Absences', 'Assenze', 'Afwezigheden', 'Ausências'],
  'leave-request': ['Requests for absences', 'Abwesenheitsanträge', 'Solicitudes de ausencia', 'Demandes d’absence', 'Richieste di assenza', 'Verlofaanvragen', 'Pedidos de ausência'],
  'leave-request-decision': ['Decisions on requests', 'Entscheidungen über Anträge', 'Decisiones sobre solicitudes', 'Décisions sur les demandes', 'Decisioni sulle richieste', 'Beslissingen over aanvragen', 'Decisões sobre pedidos'],
  'employee-attribute': ['Further details', 'Weitere Angaben', 'Otros datos', 'Autres informations', 'Altri dati', 'Overige gegevens', 'Outros dados'],
  portrait: ['Portrait', 'Porträt', 'Retrato', 'Portrait', 'Ritratto', 'Portret', 'Retrato'],
  department: ['Departments', 'Abteilungen', 'Departamentos', 'Départements', 'Reparti', 'Afdelingen', 'Departamentos'],
  file: ['Files', 'Dateien', 'Ficheros', 'Fichiers', 'File', 'Bestanden', 'Ficheiros'],
  'subject-export': ['Archives like this one', 'Archive wie dieses', 'Archivos como este', 'Archives comme celle-ci', 'Archivi come questo', 'Archieven zoals dit', 'Arquivos como este'],
};

// biome-ignore format: one row for each member
const members: Readonly<Record<string, Words>> = {
  status: ['Status', 'Status', 'Estado', 'Statut', 'Stato', 'Status', 'Estado'],
  applicableEmployment: ['Current employment', 'Aktuelle Beschäftigung', 'Contrato actual', 'Contrat actuel', 'Rapporto attuale', 'Huidig dienstverband', 'Contrato atual'],
  applicableJobPosition: ['Current position', 'Aktuelle Position', 'Puesto actual', 'Poste actuel', 'Posizione attuale', 'Huidige functie', 'Cargo atual'],
  createdAt: ['Created', 'Angelegt', 'Creado', 'Créé', 'Creato', 'Aangemaakt', 'Criado'],
  lastUpdatedAt: ['Last changed', 'Zuletzt geändert', 'Último cambio', 'Dernière modification', 'Ultima modifica', 'Laatst gewijzigd', 'Última alteração'],
  employment: ['Employment', 'Beschäftigung', 'Contrato', 'Contrat', 'Rapporto di lavoro', 'Dienstverband', 'Contrato'],
  jobPosition: ['Position', 'Position', 'Puesto', 'Poste', 'Posizione', 'Functie', 'Cargo'],
  employee: ['Person', 'Person', 'Persona', 'Personne', 'Persona', 'Persoon', 'Pessoa'],
  initialEndsOn: ['Planned end', 'Geplantes Ende', 'Fin previsto', 'Fin prévue', 'Fine prevista', 'Gepland einde', 'Fim previsto'],
  extendedEndsOn: ['End after extension', 'Ende nach Verlängerung', 'Fin tras prórroga', 'Fin après prolongation', 'Fine dopo proroga', 'Einde na verlenging', 'Fim após prorrogação'],
  updatedAttributes: ['Changed since the position before', 'Geändert seit der vorigen Position', 'Cambios desde el puesto anterior', 'Modifié depuis le poste précédent', 'Modificato dalla posizione precedente', 'Gewijzigd sinds de vorige functie', 'Alterado desde o cargo anterior'],
  t9n: ['Translations', 'Übersetzungen', 'Traducciones', 'Traductions', 'Traduzioni', 'Vertalingen', 'Traduções'],
  title: ['Form of address', 'Anrede', 'Tratamiento', 'Civilité', 'Titolo', 'Aanhef', 'Forma de tratamento'],
  legalGender: ['Legal gender', 'Geschlecht laut Ausweis', 'Sexo legal', 'Sexe (état civil)', 'Sesso anagrafico', 'Wettelijk geslacht', 'Sexo legal'],
  birthDate: ['Date of birth', 'Geburtsdatum', 'Fecha de nacimiento', 'Date de naissance', 'Data di nascita', 'Geboortedatum', 'Data de nascimento'],
  insuranceNumber: ['Social insurance number', 'Sozialversicherungsnummer', 'Número de seguridad social', 'Numéro de sécurité sociale', 'Numero di previdenza sociale', 'Socialezekerheidsnummer', 'Número de segurança social'],
  nationalitiesCountryCodes: ['Nationality', 'Staatsangehörigkeit', 'Nacionalidad', 'Nationalité', 'Nazionalità', 'Nationaliteit', 'Nacionalidade'],
  bankAccount: ['Bank account', 'Bankkonto', 'Cuenta bancaria', 'Compte bancaire', 'Conto bancario', 'Bankrekening', 'Conta bancária'],
  bankName: ['Bank', 'Bank', 'Banco', 'Banque', 'Banca', 'Bank', 'Banco'],
  accountIdentifier: ['Account number', 'Kontonummer', 'Número de cuenta', 'Numéro de compte', 'Numero di conto', 'Rekeningnummer', 'Número de conta'],
  bankIdentifier: ['Bank code', 'Bankleitzahl', 'Código del banco', 'Code banque', 'Codice banca', 'Bankcode', 'Código do banco'],
  format: ['Format', 'Format', 'Formato', 'Format', 'Formato', 'Formaat', 'Formato'],
  value: ['Value', 'Wert', 'Valor', 'Valeur', 'Valore', 'Waarde', 'Valor'],
  unit: ['Unit', 'Einheit', 'Unidad', 'Unité', 'Unità', 'Eenheid', 'Unidade'],
  definition: ['Detail', 'Angabe', 'Dato', 'Information', 'Dato', 'Gegeven', 'Dado'],
  applicability: ['Holds on', 'Gültig', 'Válido', 'Valable', 'Valido', 'Geldig', 'Válido'],
  startPosition: ['Begins with', 'Beginnt mit', 'Empieza con', 'Commence par', 'Inizia con', 'Begint met', 'Começa com'],
  endPosition: ['Ends with', 'Endet mit', 'Termina con', 'Se termine par', 'Termina con', 'Eindigt met', 'Termina com'],
  leaveAccount: ['Kind of absence', 'Art der Abwesenheit', 'Tipo de ausencia', 'Type d’absence', 'Tipo di assenza', 'Soort afwezigheid', 'Tipo de ausência'],
  days: ['Days', 'Tage', 'Días', 'Jours', 'Giorni', 'Dagen', 'Dias'],
  date: ['Date', 'Datum', 'Fecha', 'Date', 'Data', 'Datum', 'Data'],
  range: ['Part of the day', 'Tagesteil', 'Parte del día', 'Partie du jour', 'Parte del giorno', 'Dagdeel', 'Parte do dia'],
  duration: ['Duration', 'Dauer', 'Duración', 'Durée', 'Durata', 'Duur', 'Duração'],
  totalDuration: ['Total', 'Gesamtdauer', 'Duración total', 'Durée totale', 'Durata totale', 'Totale duur', 'Duração total'],
  details: ['Details for the authority', 'Angaben für die Behörde', 'Datos para la autoridad', 'Détails pour l’administration', 'Dettagli per l’autorità', 'Gegevens voor de instantie', 'Detalhes para a autoridade'],
  leaves: ['Absences', 'Abwesenheiten', 'Ausencias', 'Absences', 'Assenze', 'Afwezigheden', 'Ausências'],
  leaveRequest: ['Request', 'Antrag', 'Solicitud', 'Demande', 'Richiesta', 'Aanvraag', 'Pedido'],
  expectedApprover: ['Who is to decide', 'Wer entscheidet', 'Quién debe decidir', 'Qui doit décider', 'Chi deve decidere', 'Wie beslist', 'Quem deve decidir'],
  approvalLevels: ['Approvals needed', 'Nötige Genehmigungen', 'Aprobaciones necesarias', 'Approbations nécessaires', 'Approvazioni necessarie', 'Benodigde goedkeuringen', 'Aprovações necessárias'],
  approvedLevels: ['Approvals given', 'Erteilte Genehmigungen', 'Aprobaciones dadas', 'Approbations données', 'Approvazioni date', 'Gegeven goedkeuringen', 'Aprovações dadas'],
  comment: ['Comment', 'Kommentar', 'Comentario', 'Commentaire', 'Commento', 'Opmerking', 'Comentário'],
  level: ['Level', 'Stufe', 'Nivel', 'Niveau', 'Livello', 'Niveau', 'Nível'],
  approver: ['Decided by', 'Entschieden von', 'Decidido por', 'Décidé par', 'Deciso da', 'Beslist door', 'Decidido por'],
  fileName: ['File name', 'Dateiname', 'Nombre del fichero', 'Nom du fichier', 'Nome del file', 'Bestandsnaam', 'Nome do ficheiro'],
  contentType: ['File type', 'Dateityp', 'Tipo de fichero', 'Type de fichier', 'Tipo di file', 'Bestandstype', 'Tipo de ficheiro'],
  content: ['Content', 'Inhalt', 'Contenido', 'Contenu', 'Contenuto', 'Inhoud', 'Conteúdo'],
  type: ['Kind', 'Art', 'Tipo', 'Type', 'Tipo', 'Soort', 'Tipo'],
};

// biome-ignore format: one row for each value
const values: Readonly<Record<string, Words>> = {
  true: ['yes', 'ja', 'sí', 'oui', 'sì', 'ja', 'sim'],
  false: ['no', 'nein', 'no', 'non', 'no', 'nee', 'não'],
  active: ['active', 'aktiv', 'activo', 'actif', 'attivo', 'actief', 'ativo'],
  upcoming: ['upcoming', 'künftig', 'futuro', 'à venir', 'futuro', 'toekomstig', 'futuro'],
  deactivated: ['ended', 'beendet', 'terminado', 'terminé', 'terminato', 'beëindigd', 'terminado'],
  tentative: ['requested', 'beantragt', 'solicitada', 'demandée', 'richiesta', 'aangevraagd', 'pedida'],
  confirmed: ['confirmed', 'bestätigt', 'confirmada', 'confirmée', 'confermata', 'bevestigd', 'confirmada'],
  cancelled: ['cancelled', 'storniert', 'cancelada', 'annulée', 'annullata', 'geannuleerd', 'cancelada'],
  pending: ['pending', 'offen', 'pendiente', 'en attente', 'in attesa', 'in behandeling', 'pendente'],
  approved: ['approved', 'genehmigt', 'aprobada', 'approuvée', 'approvata', 'goedgekeurd', 'aprovada'],
  rejected: ['rejected', 'abgelehnt', 'rechazada', 'refusée', 'respinta', 'afgewezen', 'rejeitada'],
  'leave-request-approval-decision': ['approval', 'Genehmigung', 'aprobación', 'approbation', 'approvazione', 'goedkeuring', 'aprovação'],
  'leave-request-denial-decision': ['denial', 'Ablehnung', 'denegación', 'refus', 'rifiuto', 'afwijzing', 'recusa'],
  firstHalfDay: ['morning', 'Vormittag', 'mañana', 'matin', 'mattina', 'ochtend', 'manhã'],
  secondHalfDay: ['afternoon', 'Nachmittag', 'tarde', 'après-midi', 'pomeriggio', 'middag', 'tarde'],
  allDay: ['all day', 'ganzer Tag', 'todo el día', 'toute la journée', 'tutto il giorno', 'hele dag', 'todo o dia'],
  hours: ['hours', 'Stunden', 'horas', 'heures', 'ore', 'uren', 'horas'],
  unknown: ['unknown', 'unbekannt', 'desconocido', 'inconnu', 'sconosciuto', 'onbekend', 'desconhecido'],
  mister: ['Mr', 'Herr', 'Sr.', 'Monsieur', 'Signor', 'Dhr.', 'Sr.'],
  miss: ['Ms', 'Frau', 'Sra.', 'Madame', 'Signora', 'Mevr.', 'Sra.'],
  male: ['male', 'männlich', 'masculino', 'masculin', 'maschile', 'man', 'masculino'],
  female: ['female', 'weiblich', 'femenino', 'féminin', 'femminile', 'vrouw', 'feminino'],
  diverse: ['diverse', 'divers', 'diverso', 'autre', 'altro', 'divers', 'outro'],
  created: ['created', 'angelegt', 'creado', 'créé', 'creato', 'aangemaakt', 'criado'],
  updated: ['changed', 'geändert', 'modificado', 'modifié', 'modificato', 'gewijzigd', 'alterado'],
  deleted: ['deleted', 'gelöscht', 'eliminado', 'supprimé', 'eliminato', 'verwijderd', 'eliminado'],
};

export interface Labels {
  readonly language: Language;
  sentence(name: keyof typeof sentences, filled?: Readonly<Record<string, string>>): string;
  family(type: string): string;
  member(name: string): string;
  /** Of a fixed word; other texts are returned as they are. */
  value(word: string): string;
}

const indexOf = (language: Language): number => order.findIndex((name) => language.startsWith(name));

export function labelsIn(language: Language): Labels {
  const index = indexOf(language);
  const known = (words: Readonly<Record<string, Words>>, name: string): string | undefined =>
    Object.hasOwn(words, name) ? words[name]?.[index] : undefined;
  const defined = new Map(
    systemDefinitions.map(({ id, t9n }) => [id.slice(id.indexOf('_') + 1), t9n.name[language]] as const),
  );
  return {
    language,
    sentence: (name, filled = {}) =>
      sentences[name][index]?.replace(/\{(\w+)\}/g, (_, key: string) => filled[key] ?? '') ?? '',
    family: (type) => known(families, type) ?? capitalized(type.replaceAll('-', ' ')),
    member: (name) => known(members, name) ?? defined.get(name) ?? inWords(name),
    value: (word) => known(values, word) ?? word,
  };
}

/** Whether there is a label, so that a test finds what is missing. */
export const hasLabel = (kind: 'family' | 'member', name: string): boolean =>
  kind === 'family'
    ? Object.hasOwn(families, name)
    : Object.hasOwn(members, name) || systemDefinitions.some(({ id }) => id.slice(id.indexOf('_') + 1) === name);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `jobTitle` → `Job title`. */
const inWords = (name: string): string =>
  capitalized(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('-', ' '));
