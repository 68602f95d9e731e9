import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { PermissionError } from '../../../core/auth/caller/auth.errors.js';
import { BadDataError, InvalidOperationError } from '../../../platform/errors/general.errors.js';
import { applyPatch, type PatchStepDto } from '../../../platform/http/validation/json-patch.js';
import { checkedList } from '../../../platform/http/validation/validation.pipe.js';
import { FeatureEnvironment } from '../feature.entity.js';
import { lockFeature, lockFeatureEnvironments } from '../feature-lock.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import type { FeatureEnvironmentParams, FeatureParams } from '../feature.dto.js';
import { noEnvironment } from '../feature.read-model.js';
import { type FeatureVariantsResponse, VariantBatchDto, VariantDto } from './variant.dto.js';
import { isWhole, storedVariants } from './variant-weights.js';
import { LOCK_PLACES, type Place, PUT_VARIANTS, READ_VARIANTS } from './feature-variant.sql.js';

/**
 * Writes variants of features, with computed weights and ordered by name. Environments whose
 * variants do not change get no event. All methods throw NotFoundError or ArchivedFeatureError when
 * the project has no such live feature, and BadDataError when the weights are invalid.
 */
@Injectable()
export class FeatureVariantService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Replaces the variants in every environment of the project. */
  async replace(
    at: FeatureParams,
    variants: readonly VariantDto[],
    actor: Actor,
  ): Promise<FeatureVariantsResponse> {
    const wanted = storedVariants(variants);
    return this.unitOfWork.run(actor, async (tx) =>
      write(tx, at, await lockPlaces(tx, at), wanted),
    );
  }

  /**
   * Patches the variants of the first environment that has any, and writes the result to every
   * environment of the project.
   */
  async patch(
    at: FeatureParams,
    steps: readonly PatchStepDto[],
    actor: Actor,
  ): Promise<FeatureVariantsResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const places = await lockPlaces(tx, at);
      const before = places.find((place) => place.variants.length > 0)?.variants ?? [];
      return write(tx, at, places, storedVariants(await patchedVariants(before, steps)));
    });
  }

  /**
   * Replaces the variants in one environment.
   * @throws NotFoundError when the project lacks the environment.
   * @throws InvalidOperationError when the feature has no variants anywhere yet.
   */
  async replaceIn(
    at: FeatureEnvironmentParams,
    variants: readonly VariantDto[],
    actor: Actor,
  ): Promise<FeatureVariantsResponse> {
    const wanted = storedVariants(variants);
    return this.unitOfWork.run(actor, async (tx) => write(tx, at, [await lockOne(tx, at)], wanted));
  }

  /**
   * Sets the variants of features by name in one environment, within a transaction, whether or not
   * they have any yet. The variants must come from {@link completed}.
   * @throws NotFoundError when the project lacks the environment.
   */
  async putAll(
    at: ProjectEnvironmentParams,
    wanted: ReadonlyMap<string, VariantDto[]>,
    tx: Tx,
  ): Promise<void> {
    const names = [...wanted.keys()];
    if (names.length === 0) return;
    await lockFeatureEnvironments(tx, at, names);
    const before = await tx.query(READ_VARIANTS, [names, at.environment]);
    const preData = new Map(before.map(({ featureName, variants }) => [featureName, { variants }]));
    const changed = await tx.query(/* sql */ PUT_VARIANTS, [
      JSON.stringify([...wanted].map(([name, variants]) => ({ name, variants }))),
      at.environment,
    ]);
    await tx.recordAll(
      changed.map(({ featureName }) => ({
        type: 'feature-environment-variants-updated' as const,
        project: at.projectId,
        featureName,
        environment: at.environment,
        data: { variants: wanted.get(featureName)! },
        preData: preData.get(featureName)!,
      })),
    );
  }

  /**
   * Patches the variants in one environment.
   * @throws NotFoundError when the project lacks the environment.
   * @throws InvalidOperationError when the feature has no variants anywhere yet.
   */
  async patchIn(
    at: FeatureEnvironmentParams,
    steps: readonly PatchStepDto[],
    actor: Actor,
  ): Promise<FeatureVariantsResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      const place = await lockOne(tx, at);
      return write(tx, at, [place], storedVariants(await patchedVariants(place.variants, steps)));
    });
  }

  /**
   * Replaces the variants in several environments, in all or none.
   * @throws NotFoundError when the project lacks one of them.
   * @throws PermissionError when the caller lacks the permission in one of them.
   */
  async replaceInSome(
    at: FeatureParams,
    dto: VariantBatchDto,
    caller: Caller,
  ): Promise<FeatureVariantsResponse> {
    const permission = 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS';
    const mayAll = dto.environments.every((environment) =>
      caller.may(permission, { project: at.projectId, environment }),
    );
    if (!mayAll) throw new PermissionError([permission]);
    // The reference adds the stickiness only here.
    const given = (dto.variants ?? []).map((one) => ({ stickiness: 'default', ...one }));
    const wanted = storedVariants(given);
    return this.unitOfWork.run(caller, async (tx) => {
      const places = await lockPlaces(tx, at);
      const missing = dto.environments.find(
        (environment) => !places.some((place) => place.environment === environment),
      );
      if (missing !== undefined) throw noEnvironment({ ...at, environment: missing });
      const chosen = places.filter((place) => dto.environments.includes(place.environment));
      return write(tx, at, chosen, wanted);
    });
  }
}

/**
 * Variants from elsewhere in stored form. Weights that add up to 1000 are kept.
 * @throws BadDataError when the weights are invalid.
 */
export function completed(variants: readonly VariantDto[]): VariantDto[] {
  const weights = isWhole(variants)
    ? new Map(variants.map(({ name, weight }) => [name, weight]))
    : undefined;
  return storedVariants(variants).map((variant) => ({
    ...variant,
    weight: weights?.get(variant.name) ?? variant.weight,
  }));
}

async function patchedVariants(
  before: readonly VariantDto[],
  steps: readonly PatchStepDto[],
): Promise<VariantDto[]> {
  const after = await applyPatch([...before], steps);
  if (!Array.isArray(after))
    throw new BadDataError('After the patch, the variants are no longer a list.');
  return checkedList(VariantDto, after, '/body');
}

/**
 * Locks the feature in every environment of its project, in order of name to avoid deadlocks, and
 * returns them in the order of environments.
 */
async function lockPlaces(tx: Tx, at: FeatureParams): Promise<Place[]> {
  await lockFeature(tx, at);
  const places = await tx.query(/* sql */ LOCK_PLACES, [at.projectId, at.featureName]);
  return places.sort((a, b) => a.sortOrder - b.sortOrder);
}

/**
 * Locks one environment of the feature. As in the reference, a single environment can only be
 * changed when the feature already has variants somewhere.
 */
async function lockOne(tx: Tx, at: FeatureEnvironmentParams): Promise<Place> {
  const places = await lockPlaces(tx, at);
  const place = places.find((one) => one.environment === at.environment);
  if (!place) throw noEnvironment(at);
  if (places.every((one) => one.variants.length === 0)) {
    throw new InvalidOperationError(
      `The feature "${at.featureName}" has no variants in any environment, so they cannot be ` +
        `set only for "${at.environment}". ` +
        'Add variants to its strategies instead, or set them for all environments first.',
    );
  }
  return place;
}

/** Writes locked environments, and records the changed ones. */
async function write(
  tx: Tx,
  at: FeatureParams,
  places: readonly Place[],
  variants: VariantDto[],
): Promise<FeatureVariantsResponse> {
  const { projectId: project, featureName } = at;
  const stored = JSON.parse(JSON.stringify(variants)) as VariantDto[];
  const changed = places.filter((place) => !isDeepStrictEqual(place.variants, stored));
  const environments = changed.map(({ environment }) => environment);
  if (changed.length > 0)
    await tx
      .repo(FeatureEnvironment)
      .update({ featureName, environment: In(environments) }, { variants });
  await tx.recordAll(
    changed.map((place) => ({
      type: 'feature-environment-variants-updated' as const,
      ...{ project, featureName, environment: place.environment },
      data: { variants },
      preData: { variants: place.variants },
    })),
  );
  return { version: 1, variants };
}
