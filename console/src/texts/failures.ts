export const failureTexts = {
  unreachable: 'The service cannot be reached. Check your connection and try again.',
  unexpected: 'Something unexpected went wrong. Reload the page and try again.',
  needsApproval: 'Nothing was changed: an environment that this affects requires approvals.',
  changedMeanwhile: 'Somebody has changed this since you opened it. Reload it and try again.',
  tooMany: 'Too many requests. Wait a moment and try again.',
  broken: (id: string): string =>
    `The service failed. Whoever operates it finds the reason in its log by this id: ${id}`,
  lacking: (permissions: readonly string[]): string =>
    permissions.length === 1
      ? `You need the permission ${permissions[0]} for this.`
      : `You need one of these permissions for this: ${permissions.join(', ')}.`,
  retry: 'Try again',
  title: 'This did not work',
  notFoundTitle: 'There is nothing here',
  notFound: 'The page or thing does not exist, or you may not see it.',
};
