import { number } from './format.js';

export const featureSafeguardTexts = {
  heading: 'Safeguards',
  intro:
    'A safeguard watches a metric. When the metric crosses the limit, the feature is turned off in the environment, once.',
  in: (environment: string): string => `Safeguards in ${environment}`,
  none: 'None',
  add: 'Add a safeguard',
  addTo: (environment: string): string => `Add a safeguard in ${environment}`,
  added: 'The safeguard is set.',
  replaces: 'If there is a safeguard on the same metric, this one replaces it.',
  operator: 'Turn off if it is',
  forMinutes: 'For how many minutes',
  forMinutesHint: 'Checks every 10 seconds must find the limit crossed for so long. 0: once.',
  sentence: (what: string, range: string, limit: string): string =>
    `Turns off if ${what} in the ${range} is ${limit}.`,
  ofQuery: (query: string, limit: string): string =>
    `Turns off if the result of ${query} is ${limit}.`,
  problem: (problem: string): string => `Cannot act: ${problem}`,
  forSo: (minutes: number): string => `For ${number(minutes)} minutes.`,
  off: 'Rests while the feature is off',
  watching: 'Watching',
  crossed: 'The limit is crossed since',
  triggered: (value: string): string => `Turned the feature off, at ${value}`,
  again: 'Watch again',
  againOf: (safeguard: string): string => `Watch again: ${safeguard}`,
  watchesAgain: 'The safeguard watches again.',
  remove: 'Remove',
  removeOf: (safeguard: string): string => `Remove the safeguard: ${safeguard}`,
  removeTitle: 'Remove the safeguard',
  removed: 'The safeguard is removed.',
  tryOut: 'Try it out on the last 24 hours',
  wouldHave: 'It would have turned the feature off:',
  wouldNotHave: 'It would not have turned the feature off.',
  farthest: (value: string): string => `The number nearest to the limit was ${value}.`,
  unknown: 'There is too little usage to compare with a limit.',
};
