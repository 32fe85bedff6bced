/** Messages for people who sign in, in every language of the contract. */

/** Regional entries exist only where the region differs. */
export type Sentence = {
  readonly en: string;
  readonly de: string;
  readonly es: string;
  readonly fr: string;
  readonly it: string;
  readonly nl: string;
  readonly pt: string;
} & { readonly [Region in 'en-US' | 'fr-CH' | 'nl-BE']?: string };

export const signInSentences = {
  signInNeeded: {
    en: 'Nobody is signed in, or the session has ended.',
    de: 'Niemand ist angemeldet, oder die Sitzung ist beendet.',
    es: 'Nadie ha iniciado sesión o la sesión ha terminado.',
    fr: "Personne n'est connecté, ou la session est terminée.",
    it: 'Nessuno ha effettuato l’accesso oppure la sessione è terminata.',
    nl: 'Niemand is aangemeld, of de sessie is beëindigd.',
    pt: 'Ninguém iniciou sessão ou a sessão terminou.',
  },
  signInRefused: {
    en: 'The sign-in is refused: something of it is wrong.',
    de: 'Die Anmeldung wird abgelehnt: Eine Angabe ist falsch.',
    es: 'Se rechaza el inicio de sesión: algún dato es incorrecto.',
    fr: 'La connexion est refusée : une information est incorrecte.',
    it: 'Accesso rifiutato: un dato non è corretto.',
    nl: 'De aanmelding is geweigerd: een gegeven is onjuist.',
    pt: 'O início de sessão foi recusado: algum dado está incorreto.',
  },
  signInNotBegun: {
    en: 'No sign-in has begun here, or it took too long: begin again.',
    de: 'Hier wurde keine Anmeldung begonnen, oder sie hat zu lange gedauert: Beginnen Sie von vorn.',
    es: 'No se ha comenzado ningún inicio de sesión aquí o ha tardado demasiado: empiece de nuevo.',
    fr: "Aucune connexion n'a été commencée ici, ou elle a duré trop longtemps : recommencez.",
    it: 'Qui non è stato avviato alcun accesso oppure è durato troppo: ricominciare.',
    nl: 'Hier is geen aanmelding begonnen, of ze duurde te lang: begin opnieuw.',
    pt: 'Não foi iniciada aqui nenhuma sessão ou demorou demasiado: comece de novo.',
  },
  tooManyAttempts: {
    en: 'Too many failed attempts. Try again in {seconds} seconds.',
    de: 'Zu viele Fehlversuche. Versuchen Sie es in {seconds} Sekunden erneut.',
    es: 'Demasiados intentos fallidos. Vuelva a intentarlo dentro de {seconds} segundos.',
    fr: 'Trop de tentatives échouées. Réessayez dans {seconds} secondes.',
    it: 'Troppi tentativi falliti. Riprovare tra {seconds} secondi.',
    nl: 'Te veel mislukte pogingen. Probeer het over {seconds} seconden opnieuw.',
    pt: 'Demasiadas tentativas falhadas. Tente de novo dentro de {seconds} segundos.',
  },
  tooManySignIns: {
    en: 'Too many people sign in at this moment. Try again in {seconds} seconds.',
    de: 'In diesem Moment melden sich zu viele Personen an. Versuchen Sie es in {seconds} Sekunden erneut.',
    es: 'Demasiadas personas inician sesión en este momento. Vuelva a intentarlo dentro de {seconds} segundos.',
    fr: 'Trop de personnes se connectent en ce moment. Réessayez dans {seconds} secondes.',
    it: 'Troppe persone stanno accedendo in questo momento. Riprovare tra {seconds} secondi.',
    nl: 'Er melden zich op dit moment te veel mensen aan. Probeer het over {seconds} seconden opnieuw.',
    pt: 'Demasiadas pessoas iniciam sessão neste momento. Tente de novo dentro de {seconds} segundos.',
  },
  providerRequired: {
    en: 'Passwords are not accepted here: sign in with the provider of the company.',
    de: 'Passwörter werden hier nicht angenommen: Melden Sie sich über den Anbieter des Unternehmens an.',
    es: 'Aquí no se aceptan contraseñas: inicie sesión con el proveedor de la empresa.',
    fr: "Les mots de passe ne sont pas acceptés ici : connectez-vous avec le fournisseur d'identité de l'entreprise.",
    it: 'Qui le password non sono accettate: accedere con il provider aziendale.',
    nl: 'Wachtwoorden worden hier niet aanvaard: meld u aan via de provider van het bedrijf.',
    pt: 'Aqui não são aceites palavras-passe: inicie sessão com o fornecedor da empresa.',
  },
  secondFactorNeeded: {
    en: 'This account asks everybody for a second factor: sign in again and add one.',
    de: 'Dieses Konto verlangt von allen einen zweiten Faktor: Melden Sie sich erneut an und fügen Sie einen hinzu.',
    es: 'Esta cuenta pide a todos un segundo factor: inicie sesión de nuevo y añada uno.',
    fr: 'Ce compte demande un second facteur à chacun : reconnectez-vous et ajoutez-en un.',
    it: 'Questo account richiede a tutti un secondo fattore: accedere di nuovo e aggiungerne uno.',
    nl: 'Dit account vraagt iedereen om een tweede factor: meld u opnieuw aan en voeg er een toe.',
    pt: 'Esta conta pede a todos um segundo fator: inicie sessão de novo e adicione um.',
  },
  operatorFactorMissing: {
    en: 'The installation opens to operators who have a second factor: add one in your profile.',
    de: 'Die Installation steht nur Betreibern mit einem zweiten Faktor offen: Fügen Sie in Ihrem Profil einen hinzu.',
    es: 'La instalación solo se abre a operadores con un segundo factor: añada uno en su perfil.',
    fr: "L'installation n'est ouverte qu'aux exploitants qui ont un second facteur : ajoutez-en un dans votre profil.",
    it: "L'installazione è aperta solo agli operatori con un secondo fattore: aggiungerne uno nel profilo.",
    nl: 'De installatie is alleen open voor beheerders met een tweede factor: voeg er in uw profiel een toe.',
    pt: 'A instalação só está aberta a operadores com um segundo fator: adicione um no seu perfil.',
  },
  providerNeeded: {
    en: 'This account lets people in by the provider of the company alone: sign in again with it.',
    de: 'Dieses Konto lässt nur über den Anbieter des Unternehmens ein: Melden Sie sich darüber erneut an.',
    es: 'Esta cuenta solo admite el proveedor de la empresa: inicie sesión de nuevo con él.',
    fr: "Ce compte n'accepte que le fournisseur d'identité de l'entreprise : reconnectez-vous avec lui.",
    it: 'Questo account accetta solo il provider aziendale: accedere di nuovo con quello.',
    nl: 'Dit account laat alleen toe via de provider van het bedrijf: meld u daarmee opnieuw aan.',
    pt: 'Esta conta só aceita o fornecedor da empresa: inicie sessão de novo com ele.',
  },
  confirmationNeeded: {
    en: 'Confirm first that it is you: the sign-in was too long ago.',
    de: 'Bestätigen Sie zuerst, dass Sie es sind: Die Anmeldung liegt zu lange zurück.',
    es: 'Confirme primero que es usted: inició sesión hace demasiado tiempo.',
    fr: "Confirmez d'abord qu'il s'agit bien de vous : la connexion est trop ancienne.",
    it: 'Confermare prima la propria identità: l’accesso risale a troppo tempo fa.',
    nl: 'Bevestig eerst dat u het bent: de aanmelding is te lang geleden.',
    pt: 'Confirme primeiro que é você: iniciou sessão há demasiado tempo.',
  },
  noSuchInvitation: {
    en: 'This invitation is unknown: it was used or withdrawn, or its time is over.',
    de: 'Diese Einladung ist unbekannt: Sie wurde benutzt oder zurückgezogen, oder sie ist abgelaufen.',
    es: 'Esta invitación es desconocida: se ha usado o retirado, o ha caducado.',
    fr: 'Cette invitation est inconnue : elle a été utilisée, retirée ou a expiré.',
    it: 'Questo invito è sconosciuto: è stato usato o ritirato oppure è scaduto.',
    nl: 'Deze uitnodiging is onbekend: ze werd gebruikt of ingetrokken, of is verlopen.',
    pt: 'Este convite é desconhecido: foi usado ou retirado, ou expirou.',
  },
  membersOfOwners: {
    en: 'Only an owner of the account may change {members}.',
    de: 'Nur eine Inhaberin oder ein Inhaber des Kontos darf {members} ändern.',
    es: 'Solo un propietario de la cuenta puede modificar {members}.',
    fr: 'Seul un propriétaire du compte peut modifier {members}.',
    it: 'Solo un proprietario dell’account può modificare {members}.',
    nl: 'Alleen een eigenaar van het account mag {members} wijzigen.',
    pt: 'Só um proprietário da conta pode alterar {members}.',
  },
  viewOfAnother: {
    en: 'Only the person who made this view, or an owner of the account, may change it.',
    de: 'Nur wer diese Ansicht angelegt hat, oder eine Inhaberin oder ein Inhaber des Kontos, darf sie ändern.',
    es: 'Solo quien creó esta vista, o un propietario de la cuenta, puede modificarla.',
    fr: 'Seul l’auteur de cette vue, ou un propriétaire du compte, peut la modifier.',
    it: 'Solo chi ha creato questa vista, o un proprietario dell’account, può modificarla.',
    nl: 'Alleen wie deze weergave heeft gemaakt, of een eigenaar van het account, mag ze wijzigen.',
    pt: 'Só quem criou esta vista, ou um proprietário da conta, a pode alterar.',
  },
  passwordEasy: {
    en: 'This password is easy to guess. Choose another, such as four words that have nothing to do with each other.',
    de: 'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes, etwa vier Wörter, die nichts miteinander zu tun haben.',
    es: 'Esta contraseña es fácil de adivinar. Elija otra, por ejemplo cuatro palabras sin relación entre sí.',
    fr: 'Ce mot de passe est facile à deviner. Choisissez-en un autre, par exemple quatre mots sans rapport entre eux.',
    it: 'Questa password è facile da indovinare. Sceglierne un’altra, ad esempio quattro parole senza relazione tra loro.',
    nl: 'Dit wachtwoord is gemakkelijk te raden. Kies een ander, bijvoorbeeld vier woorden die niets met elkaar te maken hebben.',
    pt: 'Esta palavra-passe é fácil de adivinhar. Escolha outra, por exemplo quatro palavras sem relação entre si.',
  },
  passwordLength: {
    en: 'A password has {least} to {most} characters.',
    de: 'Ein Passwort hat {least} bis {most} Zeichen.',
    es: 'Una contraseña tiene de {least} a {most} caracteres.',
    fr: 'Un mot de passe compte de {least} à {most} caractères.',
    it: 'Una password ha da {least} a {most} caratteri.',
    nl: 'Een wachtwoord heeft {least} tot {most} tekens.',
    pt: 'Uma palavra-passe tem de {least} a {most} caracteres.',
  },
  foreignPage: {
    en: 'Changes are accepted from the pages of this service alone.',
    de: 'Änderungen werden nur von den Seiten dieses Dienstes angenommen.',
    es: 'Solo se aceptan cambios desde las páginas de este servicio.',
    fr: 'Les modifications ne sont acceptées que depuis les pages de ce service.',
    it: 'Le modifiche sono accettate solo dalle pagine di questo servizio.',
    nl: 'Wijzigingen worden alleen vanaf de pagina’s van deze dienst aanvaard.',
    pt: 'As alterações só são aceites a partir das páginas deste serviço.',
  },
} as const satisfies Record<string, Sentence>;
