export const proposalTexts = {
  required: 'This requires approvals',
  hint: 'Nothing was changed. Add the change to your change request, and send it to review there.',
  propose: 'Add to your change request',
  proposed: (environment: string): string =>
    `Added to your change request in ${environment}. Send it to review when it is complete.`,
  show: 'Show it',
  emergency: (environment: string): string =>
    `${environment} requires approvals. In an emergency, turn the feature off at once and give ` +
    'a reason. Turning it on again needs approvals.',
  requiresIn: (environment: string): string => `${environment} requires approvals.`,
  reasonHint: 'It is recorded in the audit log, and messages of integrations contain it.',
  atOnce: (environment: string): string => `Turn off in ${environment} at once`,
};
