import type { installationTexts } from '../installation.ts';
import type { Words } from '../part.ts';

export const installation: Words<typeof installationTexts> = {
  audit: {
    title: "Journal d'audit",
    about:
      "Qui a fait quoi, quand et par quel moyen, le plus récent d'abord : personnes, applications clientes, exploitants et Muster lui-même. Les secrets ne sont jamais conservés.",
  },
  sandboxes: {
    title: 'Bacs à sable',
    about:
      'Des copies de ce compte pour essayer : noms inventés, aucun secret, et une horloge que vous pouvez déplacer.',
    create: 'Créer un bac à sable',
    createAbout:
      "L'organisation et les définitions sont copiées telles quelles, les personnes avec leurs carrières, valeurs et absences sous d'autres identifiants. Les noms, adresses, numéros, titres et valeurs des personnes sont inventés. Les dossiers personnels, fichiers, secrets, clés et points de terminaison ne sont pas copiés.",
    empty: 'Un bac à sable est une copie de ce compte où rien de grave ne peut arriver.',
    linkTitle: 'Le bac à sable est en cours de création',
    linkAbout:
      "Par ce lien vous en devenez propriétaire dès qu'il est prêt. Il n'est montré que maintenant et vaut sept jours.",
    link: 'Votre lien',
    address: 'Adresse',
    clock: 'Horloge',
    asMachine: 'Comme la machine',
    since: 'Créé',
    move: "Déplacer l'horloge",
    moveAbout:
      "Tout ce qui dépend des jours suit : qui est présent, les absences, les périodes d'essai, les dates des événements. Pas la connexion ni les jetons.",
    moveTo: "L'amener au",
    time: 'Heure (UTC)',
    moveBack: "Revenir à l'heure de la machine",
    moved: "L'horloge a été déplacée.",
    open: 'Se connecter là-bas',
    drop: 'Supprimer',
    dropTitle: (name: string) => `Supprimer le bac à sable ${name} ?`,
    dropAbout: "Tout ce qu'il contient disparaît. Le compte lui-même n'est pas touché.",
    dropped: 'Le bac à sable est en cours de suppression.',
    states: {
      copying: 'Copie en cours',
      ready: 'Prêt',
      failed: 'Échec',
      dropping: 'Suppression en cours',
      closed: 'Fermé',
    },
    failedAbout:
      "La copie n'a pas pu être faite. Supprimez-la et faites-en une autre ; le journal du service dit pourquoi.",
    progress: (percent: number) => `${percent} %`,
  },
  accounts: {
    title: 'Comptes',
    about: 'Tous les comptes de cette installation, avec leurs adresses.',
    create: 'Créer un compte',
    name: 'Nom',
    nameHint: "Des lettres, des chiffres et des traits d’union ; il figure dans l'adresse.",
    environment: 'Environnement',
    origin: 'Copie de',
    originHint: "D'un bac à sable. Vide : il commence vide.",
    sandbox: 'Bac à sable',
    state: 'État',
    removalDueAt: 'Sera supprimé le',
    limits: 'Limites',
    requestsPerMinute: 'Requêtes par minute',
    eventDays: "Jours d'événements",
    asInstallation: "Comme l'installation",
    linkTitle: "Le compte est en cours d'ouverture",
    linkAbout:
      "Par ce lien vous en devenez le premier propriétaire. Il n'est montré que maintenant et vaut sept jours.",
    empty: "Il n'y a pas encore de compte.",
  },
};
