import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { BadDataError } from '../http/errors.js';
import { patched, type PatchStepDto } from '../http/json-patch.js';
import { checked } from '../http/validation/validation.pipe.js';
import { admitFeature } from '../project/project-lock.js';
import { TagWriter } from '../tag/tag-writer.js';
import { CreateFeatureDto, UpdateFeatureDto } from './feature.dto.js';
import { Feature } from './feature.entity.js';
import { lockFeature } from './feature-lock.js';
import type { FeatureParams } from './feature.params.js';
import type { BareFeatureResponse } from './feature.response.js';
import { BARE_FEATURE_JSON } from './feature.sql.js';
import { enterStage } from './lifecycle/stages.js';

type Change = Pick<Feature, 'type' | 'description' | 'stale' | 'impressionData'>;

/** Creates and changes features. */
@Injectable()
export class FeatureService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tags: TagWriter,
  ) {}

  /**
   * Creates a feature, off in every environment of its project.
   * @throws NameExistsError when any project has a feature of this name, archived ones included. @throws NotFoundError when there is no such project.
   * @throws BadDataError when the name does not follow the project's pattern. @throws InvalidOperationError when the project is full.
   */
  async create(projectId: string, dto: CreateFeatureDto, actor: Actor): Promise<BareFeatureResponse> {
    return this.unitOfWork.run(actor, (tx) => this.add(projectId, dto, tx));
  }

  /** Creates a feature within a transaction, which may have more in mind for it. */
  async add(projectId: string, dto: CreateFeatureDto, tx: Tx): Promise<BareFeatureResponse> {
    await admitFeature(tx, projectId, dto.name, { counts: !dto.archived });
    const at = { projectId, featureName: dto.name };
    await tx.repo(Feature).insert({
      name: dto.name,
      project: projectId,
      type: dto.type ?? 'release',
      description: dto.description || null,
      impressionData: dto.impressionData ?? false,
      stale: dto.stale ?? false,
      createdByUserId: tx.actor.userId,
      ...(dto.createdAt ? { createdAt: new Date(dto.createdAt) } : {}),
      ...(dto.archived ? { archivedAt: new Date() } : {}),
    });
    await settle(tx, at, dto.archived ?? false);
    const feature = await bare(tx, dto.name);
    await tx.record({ type: 'feature-created', project: projectId, featureName: dto.name, data: feature });
    await this.tags.add(at, dto.tags ?? [], tx);
    return feature;
  }

  /**
   * Replaces the properties of a feature: what is left out gets its default, the description excepted.
   * @throws BadDataError when the body names another feature. @throws NotFoundError, ArchivedFeatureError when there is no such live feature.
   */
  async replace(at: FeatureParams, dto: UpdateFeatureDto, actor: Actor): Promise<BareFeatureResponse> {
    if (dto.name !== undefined && dto.name !== at.featureName) {
      throw new BadDataError(`The body names the feature "${dto.name}", the path "${at.featureName}". A feature cannot be renamed.`);
    }
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await this.hold(at, tx);
      return this.change(at, before, { ...withDefaults(dto), description: textOrNull(dto.description, before.description) }, tx);
    });
  }

  /** Changes a feature by a JSON Patch. The name and properties that features do not have are left alone. */
  async patch(at: FeatureParams, steps: readonly PatchStepDto[], actor: Actor): Promise<BareFeatureResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await this.hold(at, tx);
      const dto = await checked(UpdateFeatureDto, patched(before, steps), '/body');
      const after = await this.change(
        at,
        before,
        { ...withDefaults(dto), description: textOrNull(dto.description, before.description) },
        tx,
      );
      await recordStaleness(at, before, after, tx);
      return after;
    });
  }

  /**
   * Changes some properties of a feature within a transaction. Those that are left out stay; where all are as wanted, nothing is recorded.
   * @throws NotFoundError, ArchivedFeatureError when there is no such live feature.
   */
  async adapt(at: FeatureParams, wanted: Partial<Change>, tx: Tx): Promise<void> {
    const before = await this.hold(at, tx);
    const { type, description, stale, impressionData } = before;
    const present = { type, description, stale, impressionData };
    const change = { ...present, ...wanted };
    if (isDeepStrictEqual(change, present)) return;
    await recordStaleness(at, before, await this.change(at, before, change, tx), tx);
  }

  private async hold(at: FeatureParams, tx: Tx): Promise<BareFeatureResponse> {
    await lockFeature(tx, at, 'update');
    return bare(tx, at.featureName);
  }

  private async change(at: FeatureParams, before: BareFeatureResponse, change: Change, tx: Tx): Promise<BareFeatureResponse> {
    await tx.repo(Feature).update({ name: at.featureName }, change);
    const after = await bare(tx, at.featureName);
    await tx.record({ type: 'feature-metadata-updated', project: at.projectId, featureName: at.featureName, data: after, preData: before });
    return after;
  }
}

async function recordStaleness(at: FeatureParams, before: BareFeatureResponse, after: BareFeatureResponse, tx: Tx): Promise<void> {
  if (after.stale === before.stale) return;
  const type = after.stale ? 'feature-stale-on' : 'feature-stale-off';
  await tx.record({ type, project: at.projectId, featureName: at.featureName });
}

/** What every new feature has besides its own row: a place in each environment of its project, and a stage of life. */
async function settle(tx: Tx, { projectId, featureName }: FeatureParams, isArchived: boolean): Promise<void> {
  const places =
    'INSERT INTO feature_environment (feature_name, environment) SELECT $2, environment FROM project_environment WHERE project = $1';
  await tx.query(places, [projectId, featureName]);
  await enterStage(tx, [featureName], 'initial');
  if (isArchived) await enterStage(tx, [featureName], 'archived');
}

/** A feature alone, as answers and events show it. */
export async function bare(tx: Tx, featureName: string): Promise<BareFeatureResponse> {
  const [row] = await tx.query<{ feature: BareFeatureResponse }>(
    `SELECT ${BARE_FEATURE_JSON} AS feature FROM feature f WHERE f.name = $1`,
    [featureName],
  );
  return row!.feature;
}

function withDefaults(dto: UpdateFeatureDto): Omit<Change, 'description'> {
  return { type: dto.type ?? 'release', stale: dto.stale ?? false, impressionData: dto.impressionData ?? false };
}

function textOrNull(given: string | null | undefined, before: string | null): string | null {
  return given === undefined ? before : given || null;
}
