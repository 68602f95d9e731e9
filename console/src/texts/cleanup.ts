import { counted, number } from './format.js';

export const cleanupTexts = {
  intro: 'What is left to do before the feature can be taken out of the code.',
  certificates: 'Certificates that it can go',
  certificatesIntro:
    'Whether everybody always got the same for a week, and who asked. A certificate is a signed statement of that, to save.',
  always: (state: string, variant: string | null): string =>
    `Everybody has got it as ${state}` +
    `${variant === null ? '' : ` with the variant ${variant}`} since`,
  evaluations: (count: number, applications: readonly string[]): string =>
    applications.length === 0
      ? 'Nobody has evaluated it since.'
      : `${counted(count, 'evaluation', 'evaluations')} since, by ${applications.join(', ')}.`,
  against: 'What speaks against a certificate:',
  issue: 'Issue a certificate',
  issued: 'The certificate is issued and saved.',
  refused: 'No certificate is issued while something speaks against it.',
  references: 'References in code',
  referencesIntro:
    'The files and lines that name the feature, as the command line found them. The code itself stays where it is.',
  notScanned: 'No repository is scanned',
  notScannedHint: (project: string): string =>
    `Run "flags code-refs --send --project ${project}" where the code is, or in a pipeline.`,
  none: 'No line names it.',
  at: (revision: string): string => `At ${revision}`,
  scanned: 'scanned',
  incomplete: 'There are more references than the service keeps.',
  listed: (shown: number, total: number): string =>
    `${number(shown)} of ${counted(total, 'line', 'lines')} are listed.`,
  repository: (name: string): string => `Lines in ${name}`,
};
