import type * as en from '../first-steps.js';

export const firstStepsTexts: typeof en.firstStepsTexts = {
  title: 'Premiers pas',
  intro: 'D’un service vide à une application qui demande sa première fonctionnalité.',
  done: 'Fait :',
  hide: 'Masquer ces étapes',
  create: {
    title: 'Créer une fonctionnalité',
    hint: 'Une fonctionnalité s’active et se désactive sans déploiement.',
    link: 'Créer la première fonctionnalité',
  },
  turnOn: {
    title: 'L’activer',
    hint: 'Commencez en développement : en production, elle reste désactivée tant que vous ne l’y activez pas.',
    link: (feature) => `Ouvrir ${feature}`,
  },
  token: {
    title: 'Créer un jeton pour votre application',
    hint: 'Avec un jeton, le SDK de votre application lit les fonctionnalités d’un environnement.',
  },
  connect: {
    title: 'Connecter votre application',
    hint: 'Exécutez ceci dans votre application. L’étape est finie dès qu’un jeton a été utilisé.',
  },
};
