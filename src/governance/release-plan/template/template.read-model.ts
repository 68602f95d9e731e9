import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isStrategyId as isUuid } from '../../../flags/feature/strategy/strategy.dto.js';
import type { Json } from '../../../platform/http/json.js';
import type { ReleasePlanTemplateResponse } from '../release-plan.dto.js';
import { noTemplate } from '../release-plan.errors.js';
import { LIST, READ } from './template.sql.js';

/** Reads templates of release plans. */
@Injectable()
export class TemplateReadModel {
  constructor(private readonly database: Database) {}

  /** All templates that are not archived. */
  async list(): Promise<Json<ReleasePlanTemplateResponse[]>> {
    const [row] = await this.database.run(LIST, []);
    return row!.list;
  }

  /** One template, also when it is archived. @throws NotFoundError */
  async get(id: string): Promise<Json<ReleasePlanTemplateResponse>> {
    const [row] = isUuid(id) ? await this.database.run(READ, [id]) : [];
    if (!row) throw noTemplate(id);
    return row.template;
  }
}
