import type * as en from '../sign-in.js';

export const signInTexts: typeof en.signInTexts = {
  title: 'Se connecter',
  secondFactor: 'Confirmez que c’est vous',
  username: 'Nom d’utilisateur ou adresse e-mail',
  password: 'Mot de passe',
  showPassword: 'Afficher le mot de passe',
  submit: 'Se connecter',
  code: 'Code à six chiffres',
  codeHint: 'De votre appli d’authentification.',
  recoveryCode: 'Code de récupération',
  recoveryHint: 'Un des codes que vous avez gardés. Il marche une fois.',
  useRecovery: 'Utiliser un code de récupération',
  useCode: 'Utiliser un code de l’appli',
  usePasskey: 'Utiliser une clé d’accès',
  signInAgain: 'Se connecter autrement',
  passkey: 'Se connecter avec une clé d’accès',
  noPasskey: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou choisissez un autre moyen.',
  ended:
    'Votre session a pris fin. Reconnectez-vous. Ce qui n’était pas enregistré n’a pas été modifié.',
  oidc: 'Se connecter avec OpenID Connect',
  saml: 'Se connecter avec SAML',
  firstStart: 'Est-ce le premier démarrage ?',
  firstStartHint:
    'À son premier démarrage, le service a affiché dans sa sortie le nom et le mot de passe du ' +
    'premier administrateur, sauf s’ils étaient configurés. Connectez-vous avec eux, puis invitez ' +
    'd’autres personnes.',
  confirmTitle: 'Confirmez que c’est vous',
  confirmHint: 'Cette modification demande une confirmation récente.',
  confirm: 'Confirmer',
  methods: {
    totp: 'Code de votre appli',
    'recovery-code': 'Code de récupération',
    password: 'Mot de passe',
  },
};
