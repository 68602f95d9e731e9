import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database } from '../../platform/database/database.js';
import { ExceedsLimitError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { Json } from '../../platform/http/json.js';
import type { BannerDto, BannerResponse, BannersResponse } from './banner.dto.js';
import { statement } from '../../platform/database/statement.js';

const BANNER_JSON = /* sql */ `jsonb_build_object('id', b.id, 'enabled', b.enabled,
  'createdAt', iso8601(b.created_at)) || b.content`;

/** Lists banners, or only those that are shown. */
const LIST = statement<[hasDisabled: boolean], { list: Json<BannersResponse> }>(
  'banner.list',
  /* sql */ `
    SELECT jsonb_build_object('banners', COALESCE(jsonb_agg(${BANNER_JSON}
             ORDER BY b.id DESC), '[]'))::text AS list
      FROM banner b WHERE b.enabled OR $1`,
);

const READ = statement<[id: number], { banner: BannerResponse }>(
  'banner.read',
  `SELECT ${BANNER_JSON} AS banner FROM banner b WHERE b.id = $1`,
);

const COUNT = statement<[], { count: number }>(
  'banner.count',
  'SELECT count(*)::int AS count FROM banner',
);

const ADD = statement<[enabled: boolean, content: string], { id: number }>(
  'banner.add',
  'INSERT INTO banner (enabled, content) VALUES ($1, $2) RETURNING id',
);

const REPLACE = statement<[id: number, enabled: boolean, content: string]>(
  'banner.replace',
  'UPDATE banner SET enabled = $2, content = $3 WHERE id = $1',
);

const DELETE = statement<[id: number]>('banner.delete', 'DELETE FROM banner WHERE id = $1');

/** Maximum number of banners. */
const MAX_BANNERS = 20;

/** Manages banners. */
@Injectable()
export class BannerService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The banners that are shown and, for callers who may change banners, the others. */
  async list(caller: Caller): Promise<Json<BannersResponse>> {
    const [row] = await this.database.run(LIST, [caller.may('UPDATE_INSTANCE_BANNERS', {})]);
    return row!.list;
  }

  /** @throws ExceedsLimitError when there are too many. */
  async create(dto: BannerDto, caller: Caller): Promise<BannerResponse> {
    return this.unitOfWork.run(caller, async (tx) => {
      await lock(tx);
      const [row] = await tx.query(COUNT);
      if (row!.count >= MAX_BANNERS)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_BANNERS} banners. Delete one first.`,
        );
      const [added] = await tx.query(ADD, [dto.enabled ?? true, contentOf(dto)]);
      const data = await read(added!.id, tx);
      await tx.record({ type: 'banner-created', data });
      return data;
    });
  }

  /** @throws NotFoundError when it does not exist. */
  async replace(id: number, dto: BannerDto, caller: Caller): Promise<BannerResponse> {
    return this.unitOfWork.run(caller, async (tx) => {
      await lock(tx);
      const preData = await read(id, tx);
      await tx.query(REPLACE, [id, dto.enabled ?? true, contentOf(dto)]);
      const data = await read(id, tx);
      if (!isDeepStrictEqual(data, preData))
        await tx.record({ type: 'banner-updated', data, preData });
      return data;
    });
  }

  /** @throws NotFoundError when it does not exist. */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await lock(tx);
      const preData = await read(id, tx);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'banner-deleted', preData });
    });
  }
}

/** Changes of banners are rare, so they wait for each other. */
async function lock(tx: Tx): Promise<void> {
  await tx.lockName('setup', 'banners');
}

async function read(id: number, tx: Tx): Promise<BannerResponse> {
  const [found] = await tx.query(READ, [id]);
  if (!found) throw new NotFoundError(`There is no banner with the id ${id}.`);
  return found.banner;
}

/** The properties besides `enabled`, as JSON. */
function contentOf(dto: BannerDto): string {
  const { message, variant = 'info', sticky = false } = dto;
  const { icon, link, linkText, dialogTitle, dialog } = dto;
  return JSON.stringify({
    ...{ message, variant, sticky },
    ...{ icon: icon || null, link: link || null, linkText: linkText || null },
    ...{ dialogTitle: dialogTitle || null, dialog: dialog || null },
  });
}
