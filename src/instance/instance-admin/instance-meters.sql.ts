import { statement } from '../../platform/database/statement.js';

/** What the statistics do not have. */
export const PLACES = statement<
  [],
  { projects: Record<string, number>; types: Record<string, string> }
>(
  'instance-meters.places',
  /* sql */ `
    SELECT (SELECT COALESCE(json_object_agg(p.mode, p.count), '{}')
              FROM (SELECT mode, count(*)::int AS count FROM project WHERE archived_at IS NULL
                GROUP BY 1) p) AS projects,
           (SELECT COALESCE(json_object_agg(e.name, e.type), '{}') FROM environment e) AS types`,
);
