import { counted, number } from './format.js';

export const codeTexts = {
  title: 'References in code',
  intro: 'Which repositories name features of this project, as the command line found them.',
  repositories: 'Repositories',
  repository: 'Repository',
  revision: 'Revision',
  lines: 'Lines',
  features: 'Features',
  scanned: 'Scanned',
  obsolete: 'Lines to remove',
  obsoleteNote: 'They name features that are archived, or that the project does not have.',
  noObsolete: 'No line is left over',
  unreferenced: 'Features that no line names',
  unreferencedNote: 'They are live, but no scanned repository names them.',
  noUnreferenced: 'There are none',
  feature: 'Feature',
  line: 'Line',
  reasons: { archived: 'archived', unknown: 'not in this project' },
  listed: (shown: number, total: number): string =>
    `${number(shown)} of ${counted(total, 'entry', 'entries')} are listed.`,
  forget: 'Forget',
  forgetHint: 'Its lines are not shown any more. The next scan adds it again.',
  forgotten: (name: string): string => `${name} is forgotten.`,
};
