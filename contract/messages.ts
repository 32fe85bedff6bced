// The `detail` sentences of problems, in the ten languages of the contract.
// Placeholders are checked by the compiler; templates are split once, so that filling one is a plain concatenation.
import { type Language, languages } from './languages.ts';

/** Regional entries are given only where the region says it differently. */
type Sentence = {
  readonly en: string;
  readonly de: string;
  readonly es: string;
  readonly fr: string;
  readonly it: string;
  readonly nl: string;
  readonly pt: string;
} & { readonly [Region in 'en-US' | 'fr-CH' | 'nl-BE']?: string };

const sentences = {
  oneFieldInvalid: {
    en: 'One field is not valid.',
    de: 'Ein Feld ist ungültig.',
    es: 'Un campo no es válido.',
    fr: "Un champ n'est pas valide.",
    it: 'Un campo non è valido.',
    nl: 'Eén veld is ongeldig.',
    pt: 'Um campo não é válido.',
  },
  fieldsInvalid: {
    en: '{count} fields are not valid.',
    de: '{count} Felder sind ungültig.',
    es: '{count} campos no son válidos.',
    fr: '{count} champs ne sont pas valides.',
    it: '{count} campi non sono validi.',
    nl: '{count} velden zijn ongeldig.',
    pt: '{count} campos não são válidos.',
  },
  tokenMissing: {
    en: 'The request carries no access token.',
    de: 'Die Anfrage enthält kein Zugriffstoken.',
    es: 'La solicitud no incluye ningún token de acceso.',
    fr: "La requête ne contient pas de jeton d'accès.",
    it: 'La richiesta non contiene alcun token di accesso.',
    nl: 'Het verzoek bevat geen toegangstoken.',
    pt: 'O pedido não inclui nenhum token de acesso.',
  },
  tokenInvalid: {
    en: 'The access token is wrong, expired or revoked.',
    de: 'Das Zugriffstoken ist falsch, abgelaufen oder widerrufen.',
    es: 'El token de acceso es incorrecto, ha caducado o ha sido revocado.',
    fr: "Le jeton d'accès est incorrect, expiré ou révoqué.",
    it: 'Il token di accesso è errato, scaduto o revocato.',
    nl: 'Het toegangstoken is onjuist, verlopen of ingetrokken.',
    pt: 'O token de acesso está incorreto, expirou ou foi revogado.',
  },
  scopeMissing: {
    en: 'This operation needs a scope that the access token does not have ({scopes}).',
    de: 'Dieser Vorgang erfordert eine Berechtigung, die das Zugriffstoken nicht hat ({scopes}).',
    es: 'Esta operación requiere un permiso que el token de acceso no tiene ({scopes}).',
    fr: "Cette opération requiert une autorisation que le jeton d'accès n'a pas ({scopes}).",
    it: "Questa operazione richiede un'autorizzazione che il token di accesso non possiede ({scopes}).",
    nl: 'Deze bewerking vereist een machtiging die het toegangstoken niet heeft ({scopes}).',
    pt: 'Esta operação requer uma permissão que o token de acesso não tem ({scopes}).',
  },
  establishmentsRestricted: {
    en: 'A client application restricted to listed business establishments cannot create this resource.',
    de: 'Eine Client-Anwendung, die auf bestimmte Betriebsstätten beschränkt ist, kann diese Ressource nicht anlegen.',
    es: 'Una aplicación cliente limitada a determinados centros de trabajo no puede crear este recurso.',
    fr: 'Une application cliente limitée à certains établissements ne peut pas créer cette ressource.',
    it: "Un'applicazione client limitata a determinate sedi operative non può creare questa risorsa.",
    nl: 'Een clienttoepassing die tot bepaalde vestigingen beperkt is, kan deze resource niet aanmaken.',
    pt: 'Uma aplicação cliente limitada a determinados estabelecimentos não pode criar este recurso.',
  },
  managedByAnotherApplication: {
    en: 'This resource is managed by another application and cannot be changed here.',
    de: 'Diese Ressource wird von einer anderen Anwendung verwaltet und kann hier nicht geändert werden.',
    es: 'Este recurso lo gestiona otra aplicación y no puede modificarse aquí.',
    fr: 'Cette ressource est gérée par une autre application et ne peut pas être modifiée ici.',
    it: "Questa risorsa è gestita da un'altra applicazione e non può essere modificata qui.",
    nl: 'Deze resource wordt door een andere toepassing beheerd en kan hier niet worden gewijzigd.',
    pt: 'Este recurso é gerido por outra aplicação e não pode ser alterado aqui.',
  },
  systemDefinitionFixed: {
    en: 'A system definition cannot be changed or deleted.',
    de: 'Eine Systemdefinition kann weder geändert noch gelöscht werden.',
    es: 'Una definición del sistema no se puede modificar ni eliminar.',
    fr: 'Une définition système ne peut être ni modifiée ni supprimée.',
    it: 'Una definizione di sistema non può essere modificata né eliminata.',
    nl: 'Een systeemdefinitie kan niet worden gewijzigd of verwijderd.',
    pt: 'Uma definição de sistema não pode ser alterada nem eliminada.',
  },
  valueReadOnly: {
    en: 'The values of this definition are read-only here; they are written on the resource they belong to.',
    de: 'Die Werte dieser Definition sind hier schreibgeschützt; sie werden an der zugehörigen Ressource geändert.',
    es: 'Los valores de esta definición son de solo lectura aquí; se escriben en el recurso al que pertenecen.',
    fr: "Les valeurs de cette définition sont ici en lecture seule. Elles s'écrivent sur la ressource concernée.",
    it: 'I valori di questa definizione sono qui di sola lettura; si scrivono sulla risorsa a cui appartengono.',
    nl: 'De waarden van deze definitie zijn hier alleen-lezen; ze worden gewijzigd op de resource waartoe ze behoren.',
    pt: 'Os valores desta definição são aqui só de leitura; escrevem-se no recurso a que pertencem.',
  },
  eventsAreRecordedByService: {
    en: 'Events are recorded by the service alone and cannot be created.',
    de: 'Ereignisse werden ausschließlich vom Dienst aufgezeichnet und können nicht angelegt werden.',
    es: 'Solo el servicio registra los eventos; no se pueden crear.',
    fr: 'Seul le service enregistre les événements. Ils ne peuvent pas être créés.',
    it: 'Gli eventi sono registrati soltanto dal servizio e non possono essere creati.',
    nl: 'Gebeurtenissen worden alleen door de dienst vastgelegd en kunnen niet worden aangemaakt.',
    pt: 'Os eventos são registados apenas pelo serviço e não podem ser criados.',
  },
  fileTokenRefused: {
    en: 'The token of this file address is wrong or no longer valid. Read the link again to get a new one.',
    de: 'Das Token dieser Dateiadresse ist falsch oder nicht mehr gültig. Rufen Sie den Link erneut ab.',
    es: 'El token de esta dirección de archivo es incorrecto o ya no es válido. Vuelva a leer el enlace.',
    fr: "Le jeton de cette adresse de fichier est incorrect ou n'est plus valable. Relisez le lien.",
    it: 'Il token di questo indirizzo di file è errato o non più valido. Leggere di nuovo il link.',
    nl: 'Het token van dit bestandsadres is onjuist of niet meer geldig. Vraag de link opnieuw op.',
    pt: 'O token deste endereço de ficheiro está incorreto ou já não é válido. Leia novamente a ligação.',
  },
  noSuchAddress: {
    en: 'There is nothing at this address.',
    de: 'Unter dieser Adresse gibt es nichts.',
    es: 'No hay nada en esta dirección.',
    fr: "Il n'y a rien à cette adresse.",
    it: "A questo indirizzo non c'è nulla.",
    nl: 'Er is niets op dit adres.',
    pt: 'Não existe nada neste endereço.',
  },
  noSuchResource: {
    en: 'No resource of type {type} with the id {id} is visible to this client application.',
    de: 'Für diese Client-Anwendung ist keine Ressource vom Typ {type} mit der ID {id} sichtbar.',
    es: 'Ningún recurso de tipo {type} con el identificador {id} es visible para esta aplicación cliente.',
    fr: "Aucune ressource de type {type} portant l'identifiant {id} n'est visible pour cette application cliente.",
    it: "Nessuna risorsa di tipo {type} con l'identificativo {id} è visibile per questa applicazione client.",
    nl: 'Voor deze clienttoepassing is geen resource van het type {type} met id {id} zichtbaar.',
    pt: 'Nenhum recurso do tipo {type} com o identificador {id} é visível para esta aplicação cliente.',
  },
  noSuchAccount: {
    en: 'This host belongs to no account.',
    de: 'Dieser Host gehört zu keinem Konto.',
    es: 'Este host no pertenece a ninguna cuenta.',
    fr: "Cet hôte n'appartient à aucun compte.",
    it: 'Questo host non appartiene ad alcun account.',
    nl: 'Deze host hoort bij geen enkel account.',
    pt: 'Este anfitrião não pertence a nenhuma conta.',
  },
  methodNotAllowed: {
    en: 'This address does not allow {method}, only {allowed}.',
    de: 'Diese Adresse erlaubt {method} nicht, sondern nur {allowed}.',
    es: 'Esta dirección no admite {method}, solo {allowed}.',
    fr: "Cette adresse n'admet pas {method}, seulement {allowed}.",
    it: 'Questo indirizzo non ammette {method}, ma solo {allowed}.',
    nl: 'Dit adres staat {method} niet toe, alleen {allowed}.',
    pt: 'Este endereço não permite {method}, apenas {allowed}.',
  },
  notAcceptable: {
    en: 'The Accept header admits no media type of this operation, which answers with {types}.',
    de: 'Der Accept-Header lässt keinen Medientyp dieses Vorgangs zu, der mit {types} antwortet.',
    es: 'La cabecera Accept no admite ningún tipo de contenido de esta operación, que responde con {types}.',
    fr: "L'en-tête Accept n'admet aucun type de contenu de cette opération, qui répond en {types}.",
    it: "L'intestazione Accept non ammette alcun tipo di contenuto di questa operazione, che risponde con {types}.",
    nl: 'De Accept-header laat geen mediatype van deze bewerking toe, die met {types} antwoordt.',
    pt: 'O cabeçalho Accept não admite nenhum tipo de conteúdo desta operação, que responde com {types}.',
  },
  preconditionFailed: {
    en: 'The resource has changed since the version that If-Match names.',
    de: 'Die Ressource wurde seit der in If-Match genannten Version geändert.',
    es: 'El recurso ha cambiado desde la versión indicada en If-Match.',
    fr: 'La ressource a changé depuis la version indiquée dans If-Match.',
    it: 'La risorsa è cambiata rispetto alla versione indicata in If-Match.',
    nl: 'De resource is gewijzigd sinds de versie die in If-Match staat.',
    pt: 'O recurso foi alterado desde a versão indicada em If-Match.',
  },
  /** `limit` in megabytes. */
  contentTooLarge: {
    en: 'The body of the request is larger than {limit} MB.',
    de: 'Der Inhalt der Anfrage ist größer als {limit} MB.',
    es: 'El cuerpo de la solicitud supera los {limit} MB.',
    fr: 'Le corps de la requête dépasse {limit} Mo.',
    it: 'Il corpo della richiesta supera i {limit} MB.',
    nl: 'De inhoud van het verzoek is groter dan {limit} MB.',
    pt: 'O corpo do pedido excede {limit} MB.',
  },
  unsupportedMediaType: {
    en: 'The Content-Type of the request is not supported here; this operation reads {types}.',
    de: 'Der Content-Type der Anfrage wird hier nicht unterstützt; dieser Vorgang liest {types}.',
    es: 'El Content-Type de la solicitud no se admite aquí; esta operación lee {types}.',
    fr: "Le Content-Type de la requête n'est pas pris en charge ici. Cette opération lit {types}.",
    it: 'Il Content-Type della richiesta non è supportato qui; questa operazione legge {types}.',
    nl: 'Het Content-Type van het verzoek wordt hier niet ondersteund; deze bewerking leest {types}.',
    pt: 'O Content-Type do pedido não é suportado aqui; esta operação lê {types}.',
  },
  tooManyRequests: {
    en: 'Too many requests. Try again in {seconds} s.',
    de: 'Zu viele Anfragen. Versuchen Sie es in {seconds} s erneut.',
    es: 'Demasiadas solicitudes. Vuelva a intentarlo dentro de {seconds} s.',
    fr: 'Trop de requêtes. Réessayez dans {seconds} s.',
    it: 'Troppe richieste. Riprovare tra {seconds} s.',
    nl: 'Te veel verzoeken. Probeer het over {seconds} s opnieuw.',
    pt: 'Demasiados pedidos. Tente novamente dentro de {seconds} s.',
  },
  /** `limit` in kilobytes. */
  headersTooLarge: {
    en: 'The headers of the request are larger than {limit} KB together.',
    de: 'Die Header der Anfrage sind zusammen größer als {limit} KB.',
    es: 'Las cabeceras de la solicitud superan en total los {limit} KB.',
    fr: 'Les en-têtes de la requête dépassent {limit} Ko au total.',
    it: 'Le intestazioni della richiesta superano complessivamente i {limit} KB.',
    nl: 'De headers van het verzoek zijn samen groter dan {limit} KB.',
    pt: 'Os cabeçalhos do pedido excedem {limit} KB no total.',
  },
  internal: {
    en: 'The service could not complete the request because of a fault of its own.',
    de: 'Der Dienst konnte die Anfrage wegen eines internen Fehlers nicht ausführen.',
    es: 'El servicio no pudo completar la solicitud debido a un error interno.',
    fr: "Le service n'a pas pu traiter la requête en raison d'une erreur interne.",
    it: 'Il servizio non ha potuto completare la richiesta a causa di un errore interno.',
    nl: 'De dienst kon het verzoek door een interne fout niet uitvoeren.',
    pt: 'O serviço não conseguiu concluir o pedido devido a um erro interno.',
  },
  timeout: {
    en: 'The request took longer than {seconds} s and was stopped. Ask for less at once.',
    de: 'Die Anfrage dauerte länger als {seconds} s und wurde abgebrochen. Fragen Sie weniger auf einmal ab.',
    es: 'La solicitud tardó más de {seconds} s y se interrumpió. Solicite menos datos de una vez.',
    fr: 'La requête a duré plus de {seconds} s et a été interrompue. Demandez moins de données à la fois.',
    it: 'La richiesta ha superato {seconds} s ed è stata interrotta. Richiedere meno dati alla volta.',
    nl: 'Het verzoek duurde langer dan {seconds} s en is afgebroken. Vraag minder gegevens tegelijk op.',
    pt: 'O pedido demorou mais de {seconds} s e foi interrompido. Peça menos dados de cada vez.',
  },
} as const satisfies Record<string, Sentence>;

export type MessageName = keyof typeof sentences;

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

type Quantity = 'count' | 'limit' | 'seconds';

export type MessageValues<Name extends MessageName> = {
  readonly [Key in Placeholder<(typeof sentences)[Name]['en']>]: Key extends Quantity ? number : string;
};

/** Messages that say the same every time. */
export type PlainMessageName = {
  [Name in MessageName]: keyof MessageValues<Name> extends never ? Name : never;
}[MessageName];

export type Detail = { readonly text: string; readonly t9n: Readonly<Record<Language, string>> };

/** A message without placeholders needs no values. */
type Values<Name extends MessageName> = keyof MessageValues<Name> extends never
  ? [values?: Readonly<Record<string, never>>]
  : [values: MessageValues<Name>];

const inEveryLanguage = (sentence: Sentence): Record<Language, string> => ({
  'de-DE': sentence.de,
  'en-US': sentence['en-US'] ?? sentence.en,
  'en-GB': sentence.en,
  'es-ES': sentence.es,
  'fr-FR': sentence.fr,
  'fr-CH': sentence['fr-CH'] ?? sentence.fr,
  'it-IT': sentence.it,
  'nl-BE': sentence['nl-BE'] ?? sentence.nl,
  'nl-NL': sentence.nl,
  'pt-PT': sentence.pt,
});

/** Every sentence as written, with its placeholders, in every language. */
export const messageTemplates = Object.fromEntries(
  Object.entries(sentences).map(([name, sentence]) => [name, inEveryLanguage(sentence)]),
) as Readonly<Record<MessageName, Readonly<Record<Language, string>>>>;

/** Literal text and placeholder names in turn, beginning with text. */
type Parts = readonly string[];

const compiled = new Map(
  Object.entries(messageTemplates).map(([name, template]) => [
    name,
    languages.map((language): readonly [Language, Parts] => [language, template[language].split(/\{(\w+)\}/)]),
  ]),
);

const fill = (parts: Parts, values: Readonly<Record<string, string | number>>): string =>
  parts.reduce((text, part, index) => text + (index % 2 === 0 ? part : values[part]), '');

export const detail = <Name extends MessageName>(name: Name, ...[values = {}]: Values<Name>): Detail => {
  const t9n = {} as Record<Language, string>;
  for (const [language, parts] of compiled.get(name) ?? []) t9n[language] = fill(parts, values);
  return { text: t9n['en-GB'], t9n };
};
