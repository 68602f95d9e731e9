import { counted } from './format.js';

export const policyTexts = {
  title: 'Policy',
  ofInstance: 'Policy of the instance',
  intro:
    'Rules for what is saved, whichever way it comes. What exists stays, and turning off is never ' +
    'refused.',
  alsoInstance: 'The policy of the instance counts in this project, too.',
  hint: 'Rules for names, tags, strategies and approvals.',
  open: 'Open the policy',
  enforcement: 'What breaks a rule',
  enforcements: { refuse: 'is refused', warn: 'is only listed here' },
  namePattern: 'Names of new features',
  nameExample: 'Example of a name',
  requiredTags: 'Required tags',
  ownerRequired: 'The project needs an owner',
  maxAgeDays: 'Maximum age in days',
  forbiddenStrategies: 'Strategies that production must not use',
  requiredConstraints: 'Required constraints in production',
  requiredApprovals: 'Approvals that production has to require',
  hints: {
    namePattern: 'A regular expression for the whole name. Empty: any name.',
    requiredTags: 'Types such as team, or tags such as team:shop, separated by commas.',
    maxAgeDays:
      'Older features are not turned on or changed in production, unless their type has no expected ' +
      'lifetime.',
    forbiddenStrategies: 'Names such as default, separated by commas.',
    requiredConstraints: 'Context fields, separated by commas. Constraints of segments count.',
    requiredApprovals: 'Empty: none.',
  },
  saved: 'The policy is saved.',
  removed: 'The policy is removed.',
  remove: 'Remove the policy',
  check: 'Check what exists',
  found: 'What breaks these rules',
  counted: (features: number, problems: number): string =>
    `${counted(problems, 'problem', 'problems')} in ${counted(features, 'feature', 'features')}.`,
  nothing: 'Nothing breaks them',
  nothingHint: 'Everything that exists follows these rules.',
  what: 'What is wrong, and what would be right',
  rule: 'Rule',
  project: 'Project',
};
