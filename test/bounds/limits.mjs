/** The limits that must hold whatever requests are sent. */
export const LIMITS = {
  /** The longest time that a switch can take, in milliseconds. */
  switchMs: 250,
  /** The longest time that the event loop can be blocked, in milliseconds. */
  blockMs: 50,
  /** Bytes by which the used memory can have grown at the end, after a garbage collection. */
  grownBytes: 150 * 1024 * 1024,
  /**
   * How often one of both times can be exceeded if that does not happen again in a repetition:
   * other processes and garbage collections have such effects.
   */
  unrepeated: 5,
  /** The largest response with an error, in bytes. */
  errorBytes: 64 * 1024,
};

/**
 * The switches whose probe was itself on time: a late probe measures the machine, not the service.
 */
export const fair = (switches) => switches.filter(({ lag }) => lag < 20);

/**
 * The result for each limit.
 * @returns {{ name: string, figure: string, failures: string[] }[]}
 */
export function verdicts({
  sent,
  switches,
  blocks,
  longBlocks,
  slowSwitches,
  quiet,
  before,
  after,
}) {
  const measured = fair(switches);
  const isBusy = fair(quiet).some(({ milliseconds }) => milliseconds > LIMITS.switchMs);
  return [
    {
      name: `no switch slower than ${LIMITS.switchMs} ms`,
      figure: `median ${median(measured)} ms, slowest ${Math.round(Math.max(0, ...measured.map(({ milliseconds }) => milliseconds)))} ms${isBusy ? ', not judged: as slow with nothing under way, since the machine is busy' : ''}`,
      failures: isBusy ? [] : excesses(slowSwitches, LIMITS.switchMs),
    },
    {
      name: 'every switch answers 200',
      figure: `${switches.length} switches`,
      failures: [
        ...(switches.length === 0 ? ['nothing was switched'] : []),
        ...switches
          .filter(({ status }) => status !== 200)
          .map(({ status, error }) => `${status} ${error ?? ''}`),
      ],
    },
    {
      name: `no block of the event loop over ${LIMITS.blockMs} ms`,
      figure: `longest ${Math.round(Math.max(0, ...blocks.map(({ blocked }) => blocked)))} ms, ${longBlocks.length} over the limit, ${longBlocks.filter(({ isBacklog }) => isBacklog).length} of them after a longer wait for a processor`,
      failures: excesses(longBlocks, LIMITS.blockMs),
    },
    {
      name: 'memory is stable',
      figure: `${mebibytes(before.used)} before, ${mebibytes(after.used)} after (resident ${mebibytes(before.rss)}, ${mebibytes(after.rss)})`,
      failures:
        after.used - before.used > LIMITS.grownBytes
          ? [`grown by ${mebibytes(after.used - before.used)}`]
          : [],
    },
    {
      name: 'no 5xx but a deliberate 503, and always an answer',
      figure: `${sent.filter(({ status }) => status === 503).length} times 503`,
      failures: sent
        .filter(
          ({ status, retryAfter }) =>
            status === 0 || (status >= 500 && !(status === 503 && retryAfter)),
        )
        .map((one) => `${one.status} ${one.error ?? one.text.slice(0, 150)} for ${nameOf(one)}`),
    },
    {
      name: `no error longer than ${LIMITS.errorBytes / 1024} KiB`,
      figure: `longest ${Math.max(0, ...sent.filter(({ status }) => status >= 400).map(({ bytes }) => bytes))} bytes`,
      failures: sent
        .filter(({ status, bytes }) => status >= 400 && bytes > LIMITS.errorBytes)
        .map((one) => `${one.bytes} bytes for ${nameOf(one)}`),
    },
  ];
}

/**
 * The confirmed excesses; also the others, except backlogs, when there are many.
 * @param {import('./confirm.mjs').Excess[]} all
 * @param {number} limit
 */
function excesses(all, limit) {
  const repeated = all.filter(({ again }) => again > limit);
  const once = all.filter(({ again, isBacklog }) => again <= limit && !isBacklog);
  const lines = [...(once.length > LIMITS.unrepeated ? all : repeated)].sort(
    (a, b) => b.milliseconds - a.milliseconds,
  );
  return lines.map(
    ({ milliseconds, again, during, isBacklog }) =>
      `${Math.round(milliseconds)} ms${isBacklog ? ' of backlog' : ''}, then ${Math.round(again)} ms, during ${during.slice(0, 3).map(nameOf).join('; ') || 'nothing of this test'}`,
  );
}

const nameOf = ({ operation, label, caller }) => `${operation}, ${label} (${caller})`;

function median(switches) {
  const sorted = switches.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** @param {number} bytes */
const mebibytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`;
