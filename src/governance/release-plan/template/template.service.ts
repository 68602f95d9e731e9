import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ExceedsLimitError } from '../../../platform/errors/general.errors.js';
import type { Actor } from '../../../core/event/actor.js';
import type { ReleasePlanTemplatePayload } from '../../../core/event/planned-events.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { isStrategyId as isUuid } from '../../../flags/feature/strategy/strategy.dto.js';
import { MilestoneContent } from '../milestone-content.js';
import { noTemplate } from '../release-plan.errors.js';
import { isSameJson } from '../safeguard/same-json.js';
import type {
  MilestoneDto,
  MilestoneResponse,
  ReleasePlanTemplateDto,
} from '../release-plan.dto.js';
import {
  ADD,
  ARCHIVE,
  DELETE,
  MEASURE,
  READ_STORED,
  SAVE,
  type StoredTemplate,
} from './template.sql.js';

/** Maximum number of templates, including archived ones. */
export const MAX_TEMPLATES = 200;
/** Maximum length of the JSON of the milestones of all templates, which lists read. */
const MAX_CHARACTERS_IN_ALL = 5_000_000;

/** What a template is to become; omitted properties stay. */
type WantedTemplate = Partial<ReleasePlanTemplateDto>;

/** Creates, changes and deletes templates of release plans, one after the other. */
@Injectable()
export class TemplateService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: MilestoneContent,
  ) {}

  /**
   * @returns The id of the template.
   * @throws NameExistsError when the name is taken.
   * @throws ExceedsLimitError when there are too many templates, milestones or strategies.
   * @throws NotFoundError, BadDataError when a strategy is invalid.
   */
  create(dto: ReleasePlanTemplateDto, actor: Actor): Promise<string> {
    return this.unitOfWork.run(actor, async (tx) => {
      await lockTemplates(tx);
      const { name, description = null } = dto;
      const id = randomUUID();
      const milestones = await this.content.checked({ id, before: [] }, dto.milestones ?? [], tx);
      const json = JSON.stringify(milestones);
      const values = [id, name, description, json, actor.userId, MAX_TEMPLATES] as const;
      const [added] = await tx.query(ADD, [...values]);
      if (!added)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_TEMPLATES} release plan templates, including archived ` +
            'ones. Delete one first.',
        );
      await requireRoom(tx);
      const data = { id, name, description, milestones };
      await tx.record({ type: 'release-plan-template-created', data });
      return id;
    });
  }

  /**
   * Changes a template. Plans that were made from it stay as they are.
   * @param wanted Makes what the template is to become from what it is.
   * @returns Its milestones.
   * @throws NotFoundError when it does not exist, and the errors of {@link create}.
   */
  change(
    id: string,
    wanted: (before: StoredTemplate) => WantedTemplate,
    actor: Actor,
  ): Promise<MilestoneResponse[]> {
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await lockTemplate(id, tx);
      const { name = before.name, description = before.description, ...dto } = wanted(before);
      const milestones = await this.milestonesOf(before, dto.milestones, tx);
      const [preData, data] = [payloadOf(before), { id, name, description, milestones }];
      if (isSameJson(preData, data)) return milestones;
      const json = JSON.stringify(milestones);
      await tx.query(SAVE, [id, name, description, json]);
      if (json.length > JSON.stringify(before.milestones).length) await requireRoom(tx);
      await tx.record({ type: 'release-plan-template-updated', data, preData });
      return milestones;
    });
  }

  private async milestonesOf(
    { id, milestones: before }: StoredTemplate,
    dtos: readonly MilestoneDto[] | undefined,
    tx: Tx,
  ): Promise<MilestoneResponse[]> {
    return dtos ? this.content.checked({ id, before }, dtos, tx) : before;
  }

  /** Hides a template from lists, so that it is no longer used. @throws NotFoundError */
  async archive(id: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const before = await lockTemplate(id, tx);
      if (before.archived) return;
      await tx.query(ARCHIVE, [id]);
      await tx.record({ type: 'release-plan-template-archived', preData: payloadOf(before) });
    });
  }

  /** Deletes a template. Plans that were made from it stay. @throws NotFoundError */
  async delete(id: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const before = await lockTemplate(id, tx);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'release-plan-template-deleted', preData: payloadOf(before) });
    });
  }
}

/** Changes of templates are rare, so all of them wait for each other. */
function lockTemplates(tx: Tx): Promise<void> {
  return tx.lockName('releasePlanTemplates', 'release plan templates');
}

/** @throws ExceedsLimitError when the templates, which are locked, are too long together. */
async function requireRoom(tx: Tx): Promise<void> {
  const [size] = await tx.query(MEASURE, []);
  if (size!.characters > MAX_CHARACTERS_IN_ALL)
    throw new ExceedsLimitError(
      `The milestones of all release plan templates, including archived ones, can have at most ` +
        `${MAX_CHARACTERS_IN_ALL} characters together. Delete a template first.`,
    );
}

async function lockTemplate(id: string, tx: Tx): Promise<StoredTemplate> {
  await lockTemplates(tx);
  const [found] = isUuid(id) ? await tx.query(READ_STORED, [id]) : [];
  if (!found) throw noTemplate(id);
  return found;
}

function payloadOf({ id, name, description, milestones }: StoredTemplate) {
  return { id, name, description, milestones } satisfies ReleasePlanTemplatePayload;
}
