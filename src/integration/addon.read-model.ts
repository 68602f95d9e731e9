import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller/caller.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { Database, type PlainStatement as Statement } from '../database/database.js';
import { EVENT_JSON } from '../audit-log/event/event.sql.js';
import { NotFoundError } from '../errors/general.errors.js';
import type { Json } from '../http/json.js';
import type {
  AddonResponse,
  AddonsResponse,
  DeliveriesResponse,
} from './provider/addon.response.js';
import { chatDefinitions } from './provider/chat-definitions.js';
import { SENSITIVE_PARAMETERS } from './provider/provider-parameters.js';
import { webhookDefinition } from './provider/webhook-definition.js';
import { MASK } from './provider/webhook-parameters.js';

/** JSON of an addon `a`, as in responses and events. Secrets are masked in the database already. */
export const ADDON_JSON = /* sql */ `
  jsonb_build_object('id', a.id, 'provider', a.provider, 'description', a.description, 'enabled', a.enabled,
    'parameters', (
      SELECT COALESCE(jsonb_object_agg(p.name, CASE WHEN a.provider || '.' || p.name IN (${SENSITIVE_PARAMETERS.map((name) => `'${name}'`).join(', ')}) AND p.value <> '""'
                                                    THEN '"${MASK}"' ELSE p.value END), '{}')
        FROM jsonb_each(a.parameters) AS p (name, value)),
    'events', a.events, 'projects', a.projects, 'environments', a.environments, 'createdAt', iso8601(a.created_at))`;

/** Whether the addon `a` names none of the hidden projects. */
const isSeen = (hidden: string): string => `NOT a.projects ?| ${hidden}::text[]`;

/** Addons, without those that name a hidden project. */
const LIST: Statement = {
  name: 'addon-list',
  text: /* sql */ `
    SELECT json_build_object('addons', COALESCE(json_agg(${ADDON_JSON} ORDER BY a.id), '[]'), 'providers', $1::json)::text AS list FROM addon a
     WHERE ${isSeen('$2')}`,
};

/** One addon, unless it names a hidden project. */
const READ: Statement = {
  name: 'addon-read',
  text: `SELECT (${ADDON_JSON})::text AS addon FROM addon a WHERE a.id = $1 AND ${isSeen('$2')}`,
};

const DELIVERIES: Statement = {
  name: 'addon-deliveries',
  text: /* sql */ `
    SELECT json_build_object('integrationEvents', (
             SELECT COALESCE(json_agg(json_build_object('id', d.id::text, 'integrationId', d.addon_id, 'createdAt', iso8601(d.created_at),
                      'state', d.state, 'stateDetails', d.state_details, 'event', ${EVENT_JSON}, 'details', d.details) ORDER BY d.id DESC), '[]')
               FROM (SELECT * FROM addon_delivery WHERE addon_id = a.id ORDER BY id DESC LIMIT $2 OFFSET $3) d JOIN event e ON e.id = d.event_id
           ))::text AS list
      FROM addon a WHERE a.id = $1`,
};

/** Reads addons. Each response is one SQL statement. */
@Injectable()
export class AddonReadModel {
  private readonly providers: string;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    const documentation = `${publicUrl}/docs`;
    const providers = [webhookDefinition(documentation), ...chatDefinitions(documentation)];
    this.providers = JSON.stringify(providers);
  }

  /** All addons except those that name a hidden project. */
  async list({ hiddenProjects }: Caller): Promise<Json<AddonsResponse>> {
    const [row] = await this.database.run<{ list: string }>(LIST, [this.providers, hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when the addon does not exist or names a hidden project. */
  async get(id: number, { hiddenProjects }: Caller): Promise<Json<AddonResponse>> {
    const [row] = await this.database.run<{ addon: string }>(READ, [id, hiddenProjects]);
    if (!row) throw noAddon(id);
    return row.addon;
  }

  /**
   * The deliveries of an addon, newest first.
   * @throws NotFoundError when the addon does not exist.
   */
  async deliveries(
    id: number,
    page: { limit: number; offset: number },
  ): Promise<Json<DeliveriesResponse>> {
    const [row] = await this.database.run<{ list: string }>(DELIVERIES, [
      id,
      page.limit,
      page.offset,
    ]);
    if (!row) throw noAddon(id);
    return row.list;
  }
}

export function noAddon(id: number): NotFoundError {
  return new NotFoundError(`There is no addon with the id ${id}.`);
}
