import { statement } from '../../platform/database/statement.js';
import type { Json } from '../../platform/http/json.js';
import type { BannerResponse, BannersResponse } from './banner.dto.js';

const BANNER_JSON = /* sql */ `jsonb_build_object('id', b.id, 'enabled', b.enabled,
  'createdAt', iso8601(b.created_at)) || b.content`;

/** Lists banners, or only those that are shown. */
export const LIST = statement<[hasDisabled: boolean], { list: Json<BannersResponse> }>(
  'banner.list',
  /* sql */ `
    SELECT jsonb_build_object('banners', COALESCE(jsonb_agg(${BANNER_JSON}
             ORDER BY b.id DESC), '[]'))::text AS list
      FROM banner b WHERE b.enabled OR $1`,
);

export const READ = statement<[id: number], { banner: BannerResponse }>(
  'banner.read',
  `SELECT ${BANNER_JSON} AS banner FROM banner b WHERE b.id = $1`,
);

export const COUNT = statement<[], { count: number }>(
  'banner.count',
  'SELECT count(*)::int AS count FROM banner',
);

export const ADD = statement<[enabled: boolean, content: string], { id: number }>(
  'banner.add',
  'INSERT INTO banner (enabled, content) VALUES ($1, $2) RETURNING id',
);

export const REPLACE = statement<[id: number, enabled: boolean, content: string]>(
  'banner.replace',
  'UPDATE banner SET enabled = $2, content = $3 WHERE id = $1',
);

export const DELETE = statement<[id: number]>('banner.delete', 'DELETE FROM banner WHERE id = $1');
