import type * as en from '../first-steps.js';

export const firstStepsTexts: typeof en.firstStepsTexts = {
  title: 'Erste Schritte',
  intro: 'Vom leeren Dienst bis zur Anwendung, die nach ihrem ersten Feature fragt.',
  done: 'Erledigt:',
  hide: 'Diese Schritte ausblenden',
  create: {
    title: 'Feature erstellen',
    hint: 'Ein Feature lässt sich ohne neue Auslieferung ein- und ausschalten.',
    link: 'Das erste Feature erstellen',
  },
  turnOn: {
    title: 'Einschalten',
    hint: 'In der Entwicklung anfangen: In Produktion bleibt es aus, bis Sie es dort einschalten.',
    link: (feature) => `${feature} öffnen`,
  },
  token: {
    title: 'Token für Ihre Anwendung erstellen',
    hint: 'Mit einem Token liest das SDK in Ihrer Anwendung die Features einer Umgebung.',
  },
  connect: {
    title: 'Anwendung verbinden',
    hint: 'Führen Sie das in Ihrer Anwendung aus. Der Schritt ist erledigt, sobald ein Token verwendet wurde.',
  },
};
