import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { QueryDeepPartialEntity } from 'typeorm';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { applyPatch, type PatchStepDto } from '../../platform/http/validation/json-patch.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { FeatureNamingRules } from '../project/feature-naming.js';
import { admitFeatures } from '../project/project-lock.js';
import { TagWriter } from '../tag/tag-writer.js';
import { CreateFeatureDto, type FeatureParams, UpdateFeatureDto } from './feature.dto.js';
import { Feature } from './feature.entity.js';
import { lockFeature, lockFeatures, requireLive } from './feature-lock.js';
import type { BareFeatureResponse } from './feature.response.js';
import {
  ADD_TO_ENVIRONMENTS,
  UPDATE_FEATURES,
  PUT_VARIANTS,
  READ_BARE_FEATURES,
} from './feature.sql.js';
import { enterStage } from './lifecycle/stages.js';
import { linkEventsOf, linksFrom } from './link/template-links.js';
import type { VariantDto } from './variant/variant.dto.js';
import { storedVariants } from './variant/variant-weights.js';

type Change = Pick<Feature, 'type' | 'description' | 'stale' | 'impressionData'>;

/** Creates and changes features. */
@Injectable()
export class FeatureService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tags: TagWriter,
    private readonly naming: FeatureNamingRules,
  ) {}

  /**
   * Creates a feature, off in every environment of its project.
   * @throws NameExistsError when any project has a feature of this name, including archived ones.
   * @throws NotFoundError when there is no such project.
   * @throws BadDataError when the name does not match the naming pattern.
   * @throws InvalidOperationError when the project has reached its feature limit.
   */
  async create(
    projectId: string,
    dto: CreateFeatureDto,
    actor: Actor,
  ): Promise<BareFeatureResponse> {
    await this.naming.prepare(projectId, [dto.name]);
    return this.unitOfWork.run(actor, (tx) => this.add(projectId, dto, tx));
  }

  /** Creates a feature within a transaction, with links from the templates of the project. */
  async add(projectId: string, dto: CreateFeatureDto, tx: Tx): Promise<BareFeatureResponse> {
    const [feature] = await this.addAll(projectId, [dto], tx, true);
    return feature!;
  }

  /**
   * Like {@link add} for many features, with the same number of statements. Links from templates
   * are only for single features: those of an import have the links of the file.
   * @returns The features in order of their names.
   */
  async addAll(
    projectId: string,
    dtos: readonly CreateFeatureDto[],
    tx: Tx,
    hasLinks = false,
  ): Promise<BareFeatureResponse[]> {
    const names = dtos.map((dto) => dto.name);
    const archived = dtos.filter((dto) => dto.archived).map((dto) => dto.name);
    const live = names.length - archived.length;
    const project = await admitFeatures(tx, this.naming, projectId, names, live);
    const links = new Map(names.map((name) => [name, hasLinks ? linksFrom(project, name) : []]));
    await tx.insert(
      Feature,
      dtos.map((dto) => ({ ...rowOf(projectId, dto, tx.actor), links: links.get(dto.name)! })),
    );
    await settle(tx, projectId, names, archived);
    const features = await bareOf(tx, names);
    await tx.recordAll(
      features.map(
        (data) =>
          ({ type: 'feature-created', project: projectId, featureName: data.name, data }) as const,
      ),
    );
    await tx.recordAll(linkEventsOf(projectId, links));
    await this.addParts(projectId, dtos, tx);
    return features;
  }

  /** Adds the tags and variants of new features. */
  private async addParts(
    projectId: string,
    dtos: readonly CreateFeatureDto[],
    tx: Tx,
  ): Promise<void> {
    const tagged = dtos.map(({ name, tags = [] }) => ({
      featureNames: [name],
      addedTags: tags,
      removedTags: [],
    }));
    await this.tags.changeAll(projectId, tagged, tx);
    for (const { name, variants = [] } of dtos)
      if (variants.length > 0) await giveVariants(projectId, name, storedVariants(variants), tx);
  }

  /**
   * Replaces the properties of a feature. Omitted ones get their default, except the description,
   * which stays.
   * @throws BadDataError when the body names another feature.
   * @throws NotFoundError, ArchivedFeatureError when there is no such live feature.
   */
  async replace(
    at: FeatureParams,
    dto: UpdateFeatureDto,
    actor: Actor,
  ): Promise<BareFeatureResponse> {
    if (dto.name !== undefined && dto.name !== at.featureName) {
      throw new BadDataError(
        `The body names the feature "${dto.name}", but the path names "${at.featureName}". A ` +
          'feature cannot be renamed.',
      );
    }
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await this.lockAndRead(at, tx);
      return this.change(
        at,
        before,
        { ...withDefaults(dto), description: textOrNull(dto.description, before.description) },
        tx,
      );
    });
  }

  /**
   * Changes a feature with a JSON Patch. Changes of the name and of unknown properties are ignored.
   */
  async patch(
    at: FeatureParams,
    steps: readonly PatchStepDto[],
    actor: Actor,
  ): Promise<BareFeatureResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await this.lockAndRead(at, tx);
      const dto = await validated(UpdateFeatureDto, await applyPatch(before, steps), '/body');
      const after = await this.change(
        at,
        before,
        { ...withDefaults(dto), description: textOrNull(dto.description, before.description) },
        tx,
      );
      await recordStaleness(at.projectId, [{ before, after }], tx);
      return after;
    });
  }

  /**
   * Changes properties of features by name, within a transaction. Omitted ones stay; unchanged
   * features get no event. The number of statements is constant.
   * @throws NotFoundError, ArchivedFeatureError when there is no such live feature.
   */
  async adaptAll(
    projectId: string,
    wanted: ReadonlyMap<string, Partial<Change>>,
    tx: Tx,
  ): Promise<void> {
    const names = [...wanted.keys()];
    if (names.length === 0) return;
    await requireLive(tx, projectId, names, await lockFeatures(tx, projectId, names));
    const changes = (await bareOf(tx, names)).flatMap((before) => {
      const { type, description, stale, impressionData } = before;
      const present = { type, description, stale, impressionData };
      const change = { ...present, ...wanted.get(before.name) };
      return isDeepStrictEqual(change, present) ? [] : [{ before, change }];
    });
    await recordStaleness(projectId, await this.changeAll(projectId, changes, tx), tx);
  }

  private async lockAndRead(at: FeatureParams, tx: Tx): Promise<BareFeatureResponse> {
    await lockFeature(tx, at, 'update');
    return (await bareOf(tx, [at.featureName]))[0]!;
  }

  private async change(
    at: FeatureParams,
    before: BareFeatureResponse,
    change: Change,
    tx: Tx,
  ): Promise<BareFeatureResponse> {
    const [{ after }] = (await this.changeAll(at.projectId, [{ before, change }], tx)) as [Changed];
    return after;
  }

  private async changeAll(
    projectId: string,
    changes: readonly { before: BareFeatureResponse; change: Change }[],
    tx: Tx,
  ): Promise<Changed[]> {
    if (changes.length === 0) return [];
    await tx.query(/* sql */ UPDATE_FEATURES, [
      JSON.stringify(changes.map(({ before, change }) => ({ ...change, name: before.name }))),
    ]);
    const names = changes.map(({ before }) => before.name);
    const features = new Map((await bareOf(tx, names)).map((feature) => [feature.name, feature]));
    const changed = changes.map(({ before }) => ({ before, after: features.get(before.name)! }));
    await tx.recordAll(
      changed.map(({ before, after }) => ({
        ...eventOf('feature-metadata-updated', projectId, after),
        data: after,
        preData: before,
      })),
    );
    return changed;
  }
}

/** A changed feature. */
interface Changed {
  before: BareFeatureResponse;
  after: BareFeatureResponse;
}

function eventOf<T extends string>(
  type: T,
  project: string,
  { name: featureName }: BareFeatureResponse,
): { type: T; project: string; featureName: string } {
  return { type, project, featureName };
}

async function recordStaleness(
  projectId: string,
  changed: readonly Changed[],
  tx: Tx,
): Promise<void> {
  const moved = changed.filter(({ before, after }) => after.stale !== before.stale);
  await tx.recordAll(
    moved.map(({ after }) =>
      eventOf(after.stale ? 'feature-stale-on' : 'feature-stale-off', projectId, after),
    ),
  );
}

/** The row of a new feature. */
function rowOf(
  project: string,
  dto: CreateFeatureDto,
  { userId }: Actor,
): QueryDeepPartialEntity<Feature> {
  return {
    name: dto.name,
    project,
    type: dto.type ?? 'release',
    description: dto.description || null,
    impressionData: dto.impressionData ?? false,
    stale: dto.stale ?? false,
    createdByUserId: userId,
    ...(dto.createdAt ? { createdAt: new Date(dto.createdAt) } : {}),
    ...(dto.archived ? { archivedAt: new Date() } : {}),
  };
}

/**
 * Adds what every new feature needs besides its row: a row per environment of the project, and the
 * first lifecycle stage.
 */
async function settle(
  tx: Tx,
  projectId: string,
  names: readonly string[],
  archived: readonly string[],
): Promise<void> {
  await tx.query(ADD_TO_ENVIRONMENTS, [projectId, names]);
  await enterStage(tx, names, 'initial');
  if (archived.length > 0) await enterStage(tx, archived, 'archived');
}

/** Gives a new feature its variants, in every environment of its project. */
async function giveVariants(
  project: string,
  featureName: string,
  variants: VariantDto[],
  tx: Tx,
): Promise<void> {
  const places = await tx.query(PUT_VARIANTS, [featureName, JSON.stringify(variants)]);
  await tx.recordAll(
    places.map(({ environment }) => ({
      type: 'feature-environment-variants-updated' as const,
      ...{ project, featureName, environment },
      data: { variants },
      preData: { variants: [] },
    })),
  );
}

/** Features without their parts, as in responses and events, in order of their names. */
async function bareOf(tx: Tx, names: readonly string[]): Promise<BareFeatureResponse[]> {
  const rows = await tx.query(READ_BARE_FEATURES, [names]);
  return rows.map(({ feature }) => feature);
}

function withDefaults(dto: UpdateFeatureDto): Omit<Change, 'description'> {
  return {
    type: dto.type ?? 'release',
    stale: dto.stale ?? false,
    impressionData: dto.impressionData ?? false,
  };
}

function textOrNull(given: string | null | undefined, before: string | null): string | null {
  return given === undefined ? before : given || null;
}
