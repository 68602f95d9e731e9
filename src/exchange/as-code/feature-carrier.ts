import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureArchiveService } from '../../flags/feature/archive/feature-archive.service.js';
import { FeatureDependencyService } from '../../flags/feature/dependency/feature-dependency.service.js';
import type { CreateFeatureDto } from '../../flags/feature/feature.dto.js';
import { FeatureService } from '../../flags/feature/feature.service.js';
import { FeatureLinkService } from '../../flags/feature/link/feature-link.service.js';
import {
  PayloadSchemaService,
  storedOf,
} from '../../flags/feature/payload-schema/payload-schema.service.js';
import type { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { StrategySetService } from '../../flags/feature/strategy/strategy-set.service.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import {
  completed,
  FeatureVariantService,
} from '../../flags/feature/variant/feature-variant.service.js';
import type { GuardWish } from '../../flags/preview/change-guard/change-guard.dto.js';
import type { WarningResponse } from '../../flags/preview/impact.response.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import { TagWriter } from '../../flags/tag/tag-writer.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { FIND_SEGMENTS } from './as-code.sql.js';
import type { FeatureChange } from './comparison.js';
import type { CodeFeatureDto, CodeStrategyDto } from './desired-state.dto.js';
import { comparable, type FeaturePart } from './feature-comparison.js';
import type { ProjectOfFeatures, PresentState } from './present-state.js';
import { lockFor } from './plan-locks.js';

/** How changes of features are carried out. */
interface CarryingFeatures {
  caller: Caller;
  wish: GuardWish;
  state: PresentState;
}

/** The features of one project that change, and the segments that they use, by name. */
interface Work {
  project: ProjectOfFeatures;
  changes: readonly FeatureChange[];
  segments: ReadonlyMap<string, number>;
}

/**
 * Carries out the changes of features with the services of the single operations, kind by kind, so
 * that the number of statements does not depend on the number of features.
 */
@Injectable()
export class FeatureCarrier {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureService,
    private readonly strategies: StrategySetService,
    private readonly variants: FeatureVariantService,
    private readonly switches: FeatureSwitchService,
    private readonly dependencies: FeatureDependencyService,
    private readonly archive: FeatureArchiveService,
    private readonly links: FeatureLinkService,
    private readonly schemas: PayloadSchemaService,
    private readonly tags: TagWriter,
  ) {}

  /**
   * Makes the changes of one project. Other changes of the same plan must have been made.
   * @returns The warnings of its guard.
   * @throws the errors of the single operations.
   */
  async carryOut(
    projectId: string,
    changes: readonly FeatureChange[],
    carrying: CarryingFeatures,
  ): Promise<WarningResponse[]> {
    const { caller, wish, state } = carrying;
    const project = state.projects.get(projectId)!;
    await this.unitOfWork.run(caller, (tx) => this.write(project, changes, carrying, tx));
    const warnings: WarningResponse[] = [];
    for (const { name: environment } of project.places) {
      const names = turned(changes, environment, false);
      if (names.length > 0)
        for (const one of await this.switches.allOff(
          { projectId, environment },
          names,
          caller,
          wish,
        ))
          warnings.push(one);
    }
    for (const { name, desired } of withPart(changes, 'payloadSchema'))
      if (!desired.payloadSchema)
        await this.schemas.remove({ projectId, featureName: name }, caller);
    for (const { name } of changes.filter(({ desired }) => desired?.dependencies?.length === 0))
      await this.dependencies.removeAll({ projectId, child: name }, caller);
    const deleted = namesOf(changes, 'delete');
    if (deleted.length > 0)
      for (const one of await this.archive.archiveAll(projectId, deleted, caller, wish))
        warnings.push(one);
    return warnings;
  }

  private async write(
    project: ProjectOfFeatures,
    changes: readonly FeatureChange[],
    { state }: CarryingFeatures,
    tx: Tx,
  ): Promise<void> {
    const { id: projectId } = project;
    const work = { project, changes, segments: await segmentsOf(changes, tx) };
    await lockFor(changes, work.segments, state, tx);
    await this.writeFeatures(work, tx);
    for (const { name: environment } of project.places)
      await this.writePlace({ projectId, environment }, work, tx);
    const schemas = withPart(changes, 'payloadSchema').flatMap(({ name, desired }) =>
      desired.payloadSchema ? [[name, storedOf(desired.payloadSchema)] as const] : [],
    );
    await this.schemas.putAll(projectId, new Map(schemas), tx);
    for (const { name, desired } of withPart(changes, 'dependencies'))
      for (const parent of desired.dependencies ?? [])
        await this.dependencies.put({ projectId, child: name }, parent, tx);
  }

  private async writeFeatures({ project: { id }, changes }: Work, tx: Tx): Promise<void> {
    const created = changes.filter(({ action }) => action === 'create');
    if (created.length > 0)
      await this.features.addAll(
        id,
        created.map(({ desired }) => rowOf(desired!)),
        tx,
      );
    const present = changes.filter(({ action }) => action === 'change');
    const properties = withPart(present, 'properties').map(({ name, desired }) => {
      const { type, description, stale, impressionData } = desired;
      const change = { type, stale, impressionData };
      const text = description === undefined ? {} : { description: description || null };
      return [name, { ...definite(change), ...text }] as const;
    });
    await this.features.adaptAll(id, new Map(properties), tx);
    const tags = withPart(present, 'tags').map(
      ({ name, desired }) => [name, desired.tags!] as const,
    );
    await this.tags.putAll(id, new Map(tags), tx);
    const links = withPart(changes, 'links').map(
      ({ name, desired }) => [name, desired.links!] as const,
    );
    await this.links.putAll(id, new Map(links), tx);
  }

  private async writePlace(at: ProjectEnvironmentParams, work: Work, tx: Tx): Promise<void> {
    const { changes } = work;
    const { environment } = at;
    await this.writeStrategies(at, work, tx);
    const variants = withPart(changes, 'variants', environment).map(
      ({ name, desired }) => [name, completed(placeIn(desired, environment).variants!)] as const,
    );
    await this.variants.putAll(at, new Map(variants), tx);
    const on = turned(changes, environment, true);
    if (on.length > 0) await this.switches.turnAllOn(at, on, false, tx);
  }

  private async writeStrategies(
    at: ProjectEnvironmentParams,
    { project, changes, segments }: Work,
    tx: Tx,
  ): Promise<void> {
    const wanted = await new TimeSlice().map(
      withPart(changes, 'strategies', at.environment),
      ({ name, desired }) => {
        const strategies = placeIn(desired, at.environment).strategies!;
        return { name, dtos: strategies.map((one) => idsIn(one, name, project, segments)) };
      },
    );
    if (wanted.length === 0) return;
    const dtos = wanted.flatMap((one) => one.dtos);
    const complete = await this.strategies.completing(at, dtos, tx);
    const all = wanted.map(({ name, dtos: some }) => ({
      ...{ featureName: name, strategies: complete(name, some), exceptAdded: false },
    }));
    await this.strategies.putAll(at, all, tx);
  }
}

/** A change with what is wanted. */
type WantedChange = FeatureChange & { desired: CodeFeatureDto };

/** The changes that change a part, in one environment if it has one. */
function withPart(
  changes: readonly FeatureChange[],
  part: FeaturePart,
  environment?: string,
): WantedChange[] {
  return changes.filter(
    (change): change is WantedChange =>
      change.desired !== undefined &&
      change.differences.some((one) => one.part === part && one.environment === environment),
  );
}

type WantedPlace = NonNullable<CodeFeatureDto['environments']>[number];

function placeIn({ environments = [] }: CodeFeatureDto, environment: string): WantedPlace {
  return environments.find(({ name }) => name === environment)!;
}

/** The features that are turned on or off in an environment. */
function turned(changes: readonly FeatureChange[], environment: string, on: boolean): string[] {
  return withPart(changes, 'enabled', environment)
    .filter(({ desired }) => placeIn(desired, environment).enabled === on)
    .map(({ name }) => name);
}

const namesOf = (changes: readonly FeatureChange[], action: FeatureChange['action']): string[] =>
  changes.filter((change) => change.action === action).map(({ name }) => name);

function rowOf(desired: CodeFeatureDto): CreateFeatureDto {
  const { name, type, description, stale, impressionData, tags } = desired;
  return { name, type, description, stale, impressionData, tags } as CreateFeatureDto;
}

/** A strategy with the ids of its segments. @throws BadDataError when one does not exist. */
function idsIn(
  strategy: CodeStrategyDto,
  feature: string,
  project: ProjectOfFeatures,
  ids: ReadonlyMap<string, number>,
): CreateStrategyDto {
  const { parameters } = comparable(strategy, feature, project);
  const segments = (strategy.segments ?? []).map((name) => {
    const id = ids.get(name);
    if (id === undefined)
      throw new BadDataError(
        `The feature "${feature}" uses the segment "${name}", which is unknown.`,
      );
    return id;
  });
  return { ...strategy, parameters, segments };
}

async function segmentsOf(
  changes: readonly FeatureChange[],
  tx: Tx,
): Promise<ReadonlyMap<string, number>> {
  const names = changes.flatMap(({ desired }) =>
    (desired?.environments ?? []).flatMap(({ strategies = [] }) =>
      strategies.flatMap(({ segments = [] }) => segments),
    ),
  );
  if (names.length === 0) return new Map();
  const hidden = tx.actor.hiddenProjects ?? [];
  const found = await tx.query(FIND_SEGMENTS, [[...new Set(names)], hidden]);
  return new Map(found.map(({ id, name }) => [name, id]));
}

/** Removes undefined properties. */
function definite<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
