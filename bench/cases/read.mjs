import { compiled } from '../server.mjs';
import { ACTOR } from './site.mjs';

/**
 * Reads random features.
 * @type {import('../measure.mjs').Case}
 */
export const READ = {
  name: 'read a feature',
  sides: ['service', 'bare'],
  async prepare(site) {
    const { READ_FEATURE } = await compiled('src/flags/feature/feature.sql.js');
    const { rows } = await site.pool.query(
      'SELECT project, name FROM feature WHERE archived_at IS NULL ORDER BY name',
    );
    const draw = () => rows[Math.floor(Math.random() * rows.length)];
    const service = (caller) => async () => {
      const { project, name } = draw();
      await site.ask(caller, 'GET', `/api/admin/projects/${project}/features/${name}`);
    };
    const bare = () => async () => {
      const { project, name } = draw();
      await site.run(READ_FEATURE, [project, name, ACTOR.id]);
    };
    return { callers: [service, bare] };
  },
};
