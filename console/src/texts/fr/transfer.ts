import { counted, number } from '../format.js';
import type * as en from '../transfer.js';

const features = (count: number): string => counted(count, 'fonctionnalité', 'fonctionnalités');

export const transferTexts: typeof en.transferTexts = {
  title: 'Import et export',
  exportTitle: 'Exporter',
  exportIntro:
    'Écrit dans un fichier des fonctionnalités avec leurs stratégies, variantes et états dans un ' +
    'environnement, que cette instance et d’autres peuvent importer. Celles qui sont archivées ' +
    'n’y sont pas.',
  environment: 'Environnement',
  project: 'Projet',
  anyProject: 'Tous les projets, par un tag',
  tag: 'Seulement les fonctionnalités avec ce tag',
  tagHint: 'Sa valeur, ou type:valeur.',
  export: 'Exporter dans un fichier',
  exported: (count) => `${counted(count, 'fonctionnalité exportée', 'fonctionnalités exportées')}.`,
  importTitle: 'Importer',
  importIntro:
    'Crée dans un projet les fonctionnalités d’un fichier, et remplace celles qui y sont déjà. ' +
    'Vous voyez d’abord ce qui se passerait.',
  file: 'Fichier',
  chooseFile: 'Choisir un fichier',
  fileHint: (megabytes) => `Un fichier exporté, d’au plus ${megabytes} Mo.`,
  target: 'Dans ce projet',
  targetEnvironment: 'Stratégies et états dans cet environnement',
  check: 'Vérifier le fichier',
  tooLarge: (megabytes) =>
    `Le fichier dépasse ${megabytes} Mo. Exportez moins de fonctionnalités à la fois.`,
  requiresApproval:
    'Rien n’a été importé : l’environnement exige des approbations, et une demande de modification ' +
    'ne peut pas contenir d’import. Importez dans un environnement sans approbations, et proposez ' +
    'le reste une fonctionnalité après l’autre.',
  notJson:
    'Le fichier n’est pas un export : ce n’est pas du JSON avec des fonctionnalités. Choisissez-en un autre.',
  noFile: 'Choisissez d’abord un fichier.',
  checked: 'Ce que fait l’import',
  contents: (count, strategies, tags, segments) =>
    [
      features(count),
      counted(strategies, 'stratégie', 'stratégies'),
      counted(tags, 'tag', 'tags'),
      counted(segments, 'segment', 'segments'),
    ].join(', ') + '.',
  errors: 'Problèmes qui empêchent l’import',
  warnings: 'Ce qui peut surprendre',
  permissions: 'Il vous manque pour cela des autorisations',
  good: 'Rien n’empêche l’import.',
  fix: 'Corrigez cela dans le fichier ou dans le projet, et vérifiez de nouveau.',
  import: (count, project) => `Importer ${features(count)} dans ${project}`,
  imported: (count, project) =>
    `${counted(count, 'fonctionnalité importée', 'fonctionnalités importées')} dans ${project}.`,
  toProject: 'Aller au projet',
  more: (count) => `et ${number(count)} de plus`,
};
