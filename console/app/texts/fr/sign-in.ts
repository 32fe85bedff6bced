import type { Words } from '../part.ts';
import type { signInTexts } from '../sign-in.ts';

export const signIn: Words<typeof signInTexts> = {
  title: 'Connexion',
  lead: (account: string) => `À l’administration de ${account}`,
  leadShared: 'À l’administration de votre compte',
  account: 'Compte',
  accountHint: 'Le nom court de votre entreprise ici.',
  email: 'E-mail',
  password: 'Mot de passe',
  passkeyCancelled: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous autrement.',
  submit: 'Se connecter',
  continue: 'Continuer',
  or: 'ou',
  withPasskey: 'Se connecter avec une clé d’accès',
  withProvider: (name: string) => `Continuer avec ${name}`,
  refused: 'Cela n’ouvre rien ici. Vérifiez votre saisie.',
  refusedCode: 'Ce code n’est pas valable, ou ne l’est plus.',
  throttled: (seconds: string) => `Trop de tentatives. Réessayez dans ${seconds} secondes.`,
  providerFailed: 'La connexion avec le fournisseur de votre entreprise a échoué.',
  second: {
    title: 'Deuxième étape',
    code: 'Code de votre application d’authentification',
    recovery: 'Code de secours',
    useCode: 'Utiliser un code d’application',
    usePasskey: 'Utiliser une clé d’accès',
    useRecovery: 'Utiliser un code de secours',
    passkeyHint: 'Votre navigateur demande votre clé d’accès.',
    back: 'Recommencer',
  },
  stopped: {
    'second-factor-required':
      'Ce compte demande désormais un second facteur à chacun. Reconnectez-vous : vous pourrez en ajouter un.',
    'provider-required':
      'Ce compte n’accepte que le fournisseur de votre entreprise. Continuez avec lui ; si vous ne l’avez jamais utilisé, ' +
      'connectez-vous une fois avec votre mot de passe pour le lier.',
  },
  withPassword: 'Se connecter plutôt avec un mot de passe',
  link: {
    title: 'Lier le fournisseur de votre entreprise',
    lead: 'Ce compte n’accepte que lui. Vous vous connecterez désormais avec lui.',
    submit: 'Continuer vers le fournisseur',
  },
  enrol: {
    title: 'Configurer un second facteur',
    lead: 'Ce compte demande un second facteur à chacun. Choisissez-en un pour terminer la connexion.',
    done: 'Continuer',
  },
  invitation: {
    title: 'Vous êtes invité',
    lead: (account: string, role: string) => `À administrer ${account}, en tant que ${role}.`,
    name: 'Votre nom',
    password: 'Choisissez un mot de passe',
    passwordHint: 'Au moins 12 caractères. Plusieurs mots valent mieux que des signes étranges.',
    submit: 'Accepter',
    invalid: 'Cette invitation n’existe pas, a déjà servi ou a expiré. Demandez-en une autre.',
  },
};
