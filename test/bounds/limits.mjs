/** What must hold whatever anybody sends. */
export const LIMITS = {
  /** Milliseconds that a switch may take. */
  switchMs: 250,
  /** Milliseconds for which the event loop may do nothing else. */
  blockMs: 50,
  /** Bytes by which the memory in use may have grown at the end, after a garbage collection. */
  grownBytes: 150 * 1024 * 1024,
  /** Bytes of an answer that tells an error. */
  errorBytes: 64 * 1024,
};

/**
 * What became of each limit.
 * @returns {{ name: string, figure: string, failures: string[] }[]}
 */
export function verdicts({ sent, switches, blocks, before, after }) {
  const during = ({ from, to }) =>
    sent
      .filter((one) => one.from <= to + 1 && one.to >= from - 1)
      .map(({ operation, label, caller }) => `${operation}, ${label} (${caller})`);
  const tooLong = blocks.filter(({ blocked }) => blocked > LIMITS.blockMs);
  // A late probe measures the machine, not the service.
  const fair = switches.filter(({ lag }) => lag < 20);
  return [
    {
      name: `no switch slower than ${LIMITS.switchMs} ms`,
      figure: `slowest ${Math.round(Math.max(0, ...fair.map(({ milliseconds }) => milliseconds)))} ms`,
      failures: fair
        .filter(({ milliseconds }) => milliseconds > LIMITS.switchMs)
        .map(
          ({ at, milliseconds }) =>
            `${Math.round(milliseconds)} ms during ${during({ from: at, to: at + milliseconds })
              .slice(0, 3)
              .join('; ')}`,
        ),
    },
    {
      name: 'every switch answers 200',
      figure: `${fair.length} switches`,
      failures: switches
        .filter(({ status }) => status !== 200)
        .map(({ at, status, error }) => `${status} ${error ?? ''} during ${during({ from: at, to: at })[0]}`),
    },
    {
      name: `no block of the event loop over ${LIMITS.blockMs} ms`,
      figure: `longest ${Math.round(Math.max(0, ...blocks.map(({ blocked }) => blocked)))} ms`,
      failures: tooLong
        .sort((a, b) => b.blocked - a.blocked)
        .map((block) => `${Math.round(block.blocked)} ms during ${during(block).slice(0, 3).join('; ')}`),
    },
    {
      name: 'memory is stable',
      figure: `${mebibytes(before.used)} before, ${mebibytes(after.used)} after`,
      failures: after.used - before.used > LIMITS.grownBytes ? [`grown by ${mebibytes(after.used - before.used)}`] : [],
    },
    {
      name: 'no 5xx but a deliberate 503, and always an answer',
      figure: `${sent.filter(({ status }) => status === 503).length} times 503`,
      failures: sent
        .filter(({ status, retryAfter }) => status === 0 || (status >= 500 && !(status === 503 && retryAfter)))
        .map(
          ({ status, error, operation, label, caller, text }) =>
            `${status} ${error ?? text.slice(0, 150)} for ${operation}, ${label} (${caller})`,
        ),
    },
    {
      name: `no error longer than ${LIMITS.errorBytes / 1024} KiB`,
      figure: `longest ${Math.max(0, ...sent.filter(({ status }) => status >= 400).map(({ bytes }) => bytes))} bytes`,
      failures: sent
        .filter(({ status, bytes }) => status >= 400 && bytes > LIMITS.errorBytes)
        .map(({ bytes, operation, label }) => `${bytes} bytes for ${operation}, ${label}`),
    },
  ];
}

/** @param {number} bytes */
const mebibytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MiB`;
