import { compiled } from '../server.mjs';

/**
 * Reads the statistics of the instance.
 * @param {string} name
 * @param {number} [callers]
 * @returns {import('../measure.mjs').Case}
 */
const reading = (name, callers) => ({
  name,
  sides: ['service', 'bare'],
  atOnce: callers,
  async prepare(site) {
    const { STATISTICS } = (await compiled('src/instance/instance-admin/statistics.sql.js')) ?? {};
    if (!STATISTICS)
      throw new Error(
        'The service has no statistics: src/instance/instance-admin/statistics.sql.ts exports no STATISTICS.',
      );
    // Counts the events of earlier cases, which the service would do within some seconds.
    await site.pool.query('SELECT advance_event_tally()');
    const service = (caller) => async () =>
      void (await site.ask(caller, 'GET', '/api/admin/instance-admin/statistics'));
    const bare = () => async () => void (await site.run(STATISTICS));
    return { callers: [service, bare] };
  },
});

export const STATISTICS = reading('statistics');
/** One reader at a time: how long a person waits when nobody else is in the queue. */
export const STATISTICS_ALONE = reading('statistics, 1 caller', 1);
