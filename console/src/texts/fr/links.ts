import type * as en from '../links.js';

export const linkTexts: typeof en.linkTexts = {
  signUp: 'S’inscrire',
  choose: 'Choisir un mot de passe',
  forYou: (name, email) => `Pour ${[name, email].filter(Boolean).join(', ')}.`,
  email: 'Adresse e-mail',
  name: 'Nom',
  username: 'Nom d’utilisateur',
  usernameHint: 'Si vous en voulez un. Vous pouvez vous connecter avec lui.',
  password: 'Mot de passe',
  again: 'Mot de passe, encore une fois',
  passwordHint:
    'Quelques mots que personne ne devinerait font un bon mot de passe : plus il est long, mieux ' +
    'c’est. Peu importe quelles sortes de caractères il contient.',
  show: 'Afficher le mot de passe',
  different: 'Les deux mots de passe diffèrent.',
  save: 'Définir le mot de passe',
  revoke: 'Révoquer aussi mes jetons personnels',
  revokeHint: 'Si quelqu’un d’autre connaît votre mot de passe, il a pu créer des jetons.',
  welcome: 'Bienvenue ! Vous pouvez maintenant vous connecter.',
  isSet: 'Votre mot de passe est défini. Vous pouvez maintenant vous connecter avec lui.',
  goOn: 'Se connecter',
  missingTitle: 'Le lien est incomplet',
  missing:
    'Ouvrez de nouveau le lien complet du message reçu. Sa partie secrète n’est pas gardée dans ' +
    'l’adresse de cette page. S’il ne marche plus, demandez un nouveau lien à un administrateur.',
  forgotten: 'Mot de passe oublié ?',
  forgottenTitle: 'Recevoir un lien pour un nouveau mot de passe',
  forgottenHint:
    'Si ce service envoie des e-mails et connaît votre adresse, vous recevez un lien en quelques ' +
    'minutes. Sinon, un administrateur peut en créer un pour vous.',
  send: 'M’envoyer un lien',
  sent: (email) =>
    `Si un utilisateur a l’adresse ${email} et que ce service envoie des e-mails, un lien est en ` +
    'route. S’il n’arrive pas, demandez-en un à un administrateur.',
  back: 'Retour à la connexion',
};
