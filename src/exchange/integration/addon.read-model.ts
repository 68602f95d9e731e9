import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Database } from '../../platform/database/database.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type {
  AddonResponse,
  AddonsResponse,
  DeliveriesResponse,
} from './provider/addon.response.js';
import { chatDefinitions } from './provider/chat-definitions.js';
import { siemDefinitions } from './provider/siem-definitions.js';
import { webhookDefinition } from './provider/webhook-definition.js';
import { LIST, READ, DELIVERIES } from './addon.sql.js';

/** Reads addons. Each response is one SQL statement. */
@Injectable()
export class AddonReadModel {
  private readonly providers: string;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    const documentation = `${publicUrl}/docs`;
    const providers = [
      webhookDefinition(documentation),
      ...chatDefinitions(documentation),
      ...siemDefinitions(documentation),
    ];
    this.providers = JSON.stringify(providers);
  }

  /** All addons except those that name a hidden project. */
  async list({ hiddenProjects }: Caller): Promise<Json<AddonsResponse>> {
    const [row] = await this.database.run(LIST, [this.providers, hiddenProjects]);
    return row!.list;
  }

  /** @throws NotFoundError when the addon does not exist or names a hidden project. */
  async get(id: number, { hiddenProjects }: Caller): Promise<Json<AddonResponse>> {
    const [row] = await this.database.run(READ, [id, hiddenProjects]);
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
    const [row] = await this.database.run(DELIVERIES, [id, page.limit, page.offset]);
    if (!row) throw noAddon(id);
    return row.list;
  }
}

/** The error for an unknown addon. */
export function noAddon(id: number): NotFoundError {
  return new NotFoundError(`There is no addon with the id ${id}.`);
}
