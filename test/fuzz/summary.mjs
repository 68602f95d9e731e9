/** The longest quote of a message in the output. */
const MOST_CHARACTERS = 4_000;

/**
 * The results of a run as text.
 * @param {import('./campaign.mjs').FuzzCampaign} campaign
 * @param {import('./campaign.mjs').Failure[]} failures
 */
export function summary({ statuses, requests, operations }, failures) {
  const total = new Map();
  for (const counts of statuses.values())
    for (const [status, count] of counts) total.set(status, (total.get(status) ?? 0) + count);
  const succeeded = operations.filter(({ operationId }) =>
    [...(statuses.get(operationId)?.keys() ?? [])].some((status) => status < 400),
  );
  const untried = operations.filter(({ operationId }) => !statuses.has(operationId));
  const listed = [...total].sort(([a], [b]) => a - b).map(([code, count]) => `${code}: ${count}`);
  const never = operations.filter((one) => !succeeded.includes(one));
  return [
    ...failures.map(described),
    `${requests} requests; ${listed.join(', ')}`,
    `${operations.length} operations, ${succeeded.length} of them succeeded at least once, ` +
      `${untried.length} not tried`,
    `never succeeded: ${never.map(({ operationId }) => operationId).join(', ') || 'none'}`,
    `${failures.length} failures`,
  ].join('\n');
}

function described({ operationId, message, commands, seed, path }) {
  return [
    `FAILED ${operationId}: ${message.slice(0, MOST_CHARACTERS)}`,
    ...commands.map((command) => `  ${command}`),
    `  again: npm run test:fuzz -- --only ${operationId} --seed ${seed} --path ${path}\n`,
  ].join('\n');
}
