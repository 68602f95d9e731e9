import { number } from './format.js';

export const edgeTexts = {
  title: 'Edges',
  intro:
    'Processes of Unleash Edge that report to this service. The last report of each is kept for a week.',
  list: 'List of edges',
  emptyTitle: 'No edge has reported',
  empty:
    'When an Edge that is connected with an API token of this service reports, it appears here.',
  process: 'Process',
  version: 'Version',
  environment: 'Environment',
  place: 'Runs in',
  upstream: (identifier: string): string => `behind ${identifier}`,
  streams: 'Streams',
  requests: 'Requests',
  requestsOf: (get: number, post: number): string => `${number(get)} GET, ${number(post)} POST`,
  denied: (count: number): string => `${number(count)} refused`,
  reported: 'Last report',
  started: 'Started',
};
