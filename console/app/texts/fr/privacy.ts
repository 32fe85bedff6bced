import type { Words } from '../part.ts';
import type { privacyTexts } from '../privacy.ts';

export const privacy: Words<typeof privacyTexts> = {
  person: 'Personne',
  erased: (id: string) => `Personne effacée (identifiant ${id})`,
  reason: 'Motif',
  reasonHint: 'Ne nommez pas la personne : le motif est conservé.',
  status: 'Statut',
  erasures: {
    title: 'Effacements',
    about:
      'Supprime tout ce qui concerne une personne. Quelqu’un d’autre l’approuve avant l’exécution, et c’est irréversible.',
    empty: 'Personne n’a encore été effacé.',
    plan: 'Effacer une personne',
    check: 'Voir ce qui serait supprimé',
    checked: 'Ceci serait supprimé',
    elsewhere: 'La personne est citée ici',
    references: 'Ces références deviennent vides.',
    texts: 'Ces textes contiennent le nom. Les textes d’autres objets restent : modifiez-les.',
    nothing: 'Rien n’est conservé sur cette personne.',
    confirm: (name: string) => `Saisissez « ${name} » pour confirmer`,
    differs: 'Ce n’est pas le nom de la personne.',
    submit: 'Planifier l’effacement',
    planned: 'L’effacement est planifié.',
    plannedBy: 'Planifié par',
    plannedOn: 'Planifié le',
    startedAt: 'Commencé',
    endedAt: 'Terminé',
    decision: 'Décision',
    comment: 'Commentaire',
    commentHint: 'Ne nommez pas la personne.',
    approve: 'Approuver',
    refuse: 'Refuser',
    approveTitle: 'Approuver cet effacement ?',
    approveAbout: 'Tout ce qui concerne la personne est supprimé dès que possible. C’est irréversible.',
    approved: 'L’effacement est approuvé.',
    refused: 'L’effacement est refusé.',
    ownPlan: 'Un autre administrateur doit approuver ce que vous avez planifié. Vous pouvez le refuser.',
    decisions: { approve: 'Approuvé', refuse: 'Refusé' },
    reasons: { decision: 'Refusé par une décision', 'legal-hold': 'Une conservation légale protège la personne' },
    statuses: {
      planned: 'En attente d’approbation',
      approved: 'Approuvé',
      running: 'En cours',
      done: 'Terminé',
      refused: 'Refusé',
    },
  },
  holds: {
    title: 'Conservations légales',
    about:
      'Conserve les données d’une personne, par exemple pour un procès : aucun effacement ni aucune règle de conservation ne les supprime.',
    empty: 'Aucune donnée n’est en conservation légale.',
    add: 'Poser une conservation',
    reasonHint: 'Par exemple le numéro d’une affaire.',
    added: 'La conservation est posée.',
    setBy: 'Posée par',
    setOn: 'Posée le',
    liftedBy: 'Levée par',
    liftedAt: 'Levée le',
    lift: 'Lever la conservation',
    liftTitle: 'Lever cette conservation ?',
    liftAbout: 'Les effacements et les règles de conservation s’appliquent de nouveau à la personne. C’est définitif.',
    lifted: 'La conservation est levée.',
    statuses: { active: 'Active', lifted: 'Levée' },
  },
  retention: {
    title: 'Règles de conservation',
    one: 'Règle de conservation',
    about:
      'Combien de temps les données sont conservées. Chaque nuit, le service supprime ce qui est échu ou prévoit l’effacement de personnes, que quelqu’un approuve.',
    empty: 'Aucune règle ne supprime encore quoi que ce soit.',
    add: 'Créer une règle',
    added: 'La règle est créée.',
    family: 'Données',
    country: 'Pays',
    everywhere: 'Tous les pays sans règle propre',
    countryHint: 'De l’entité juridique du dernier emploi. Vide : tous les pays sans règle propre.',
    months: 'Mois',
    monthsHint:
      'Après la fin du dernier emploi ; pour les journaux et les versions antérieures, après l’enregistrement.',
    active: 'Active',
    paused: 'Aperçu seulement',
    activeHint: 'Désactivée : rien n’est supprimé, et l’aperçu montre ce qui le serait.',
    changed: 'Dernière modification',
    removeTitle: 'Supprimer cette règle ?',
    removeAbout: 'Elle ne supprime plus rien. Ce qui a été supprimé le reste.',
    preview: 'Ce que la règle supprime',
    nothingDue: 'Rien n’est échu aujourd’hui.',
    plans: (isActive: boolean) =>
      isActive
        ? 'L’effacement de ces personnes est prévu la nuit prochaine.'
        : 'Si la règle était active, l’effacement de ces personnes serait prévu la nuit prochaine.',
    removes: (isActive: boolean) =>
      isActive
        ? 'Ceci est supprimé la nuit prochaine.'
        : 'Si la règle était active, ceci serait supprimé la nuit prochaine.',
    morePeople: (count: string) => `et ${count} de plus`,
    held: (count: string, isOne: boolean) =>
      isOne
        ? 'Une conservation légale protège une autre personne.'
        : `Des conservations légales protègent ${count} autres personnes.`,
    next: 'Échu aux prochaines dates',
    families: {
      person: 'La personne',
      leaves: 'Absences',
      'personal-records': 'Dossiers personnels',
      files: 'Fichiers',
      versions: 'Versions antérieures',
      'read-entries': 'Journal des lectures',
      'audit-entries': 'Journal d’audit',
    },
  },
};
