/**
 * Operations that the guard refuses to every caller of this test, and why.
 * @type {Record<string, string>}
 */
const UNREACHED = {
  beginOidcLogin: 'answers 404 unless OIDC is set up, which needs a provider',
  finishOidcLogin: 'as above',
  beginSamlLogin: 'answers 404 unless SAML is set up, which needs a provider',
  getSamlMetadata: 'as above',
  getPasskeyProofOptions: 'needs a sign-in that waits for its second factor',
  removeTotp: 'answers 404 to users without such a factor',
};
/** The smallest share of requests that must get past the guards. */
const LEAST_REACHED = 0.5;
/** The largest share of requests that can be answered 429. */
const MOST_LIMITED = 0.01;

/**
 * Whether enough requests got past the guards for the test to be meaningful.
 * @param {import('./campaign.mjs').Sent[]} sent
 * @param {boolean} asEverybody Whether all kinds of callers sent requests.
 * @returns {{ name: string, figure: string, failures: string[] }}
 */
export function coverage(sent, asEverybody) {
  const failures = [];
  const share = shareOf(sent, ({ reached }) => reached);
  if (sent.length === 0) failures.push('no request was sent');
  const limited = shareOf(sent, ({ status }) => status === 429);
  if (limited > MOST_LIMITED)
    failures.push(`${percent(limited)} of the requests were answered 429`);
  if (asEverybody) {
    if (!(share >= LEAST_REACHED))
      failures.push(`only ${percent(share)} of the requests got past the guard`);
    for (const [operation, all] of byOperation(sent))
      if (!all.some(({ reached }) => reached) && !UNREACHED[operation])
        failures.push(`no request of ${operation} got past the guard (${statuses(all)})`);
  }
  return {
    name: 'requests get past the guard',
    figure: `${percent(share)} of ${sent.length}`,
    failures,
  };
}

/**
 * A line for each operation.
 * @param {import('./campaign.mjs').Sent[]} sent
 * @param {import('./measured-service.mjs').Block[]} blocks
 */
export function table(sent, blocks) {
  const rows = [...byOperation(sent)].map(([operation, all]) => {
    const during = blocks.filter(({ from, to }) =>
      all.some((one) => one.from <= to && one.to >= from),
    );
    const slowest = Math.max(...all.map(({ from, to }) => to - from));
    const longest = Math.round(Math.max(0, ...during.map(({ blocked }) => blocked)));
    const refused = [401, 403, 404, 429].map((code) =>
      percent(shareOf(all, ({ status }) => status === code)),
    );
    return [
      operation,
      String(all.length),
      percent(shareOf(all, ({ reached }) => reached)),
      ...refused,
      String(slowest),
      longest ? String(longest) : '-',
    ];
  });
  const head = [
    'operation',
    'sent',
    'reached',
    '401',
    '403',
    '404',
    '429',
    'slowest ms',
    'block ms',
  ];
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length)),
  );
  return [head, ...rows]
    .map((row) =>
      row.map((cell, n) => (n ? cell.padStart(widths[n]) : cell.padEnd(widths[n]))).join('  '),
    )
    .join('\n');
}

function byOperation(sent) {
  const all = new Map();
  for (const one of sent) all.set(one.operation, [...(all.get(one.operation) ?? []), one]);
  return all;
}

const shareOf = (all, test) => all.filter(test).length / all.length;
const percent = (share) => (Number.isNaN(share) ? '-' : `${Math.round(share * 100)}%`);
const statuses = (all) => [...new Set(all.map(({ status }) => status))].join(', ');
