import { Injectable } from '@nestjs/common';
import type { PayloadSchemaPayload } from '../../core/event/feature-events.js';
import type { Tx } from '../../core/event/tx.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { lockFeatureEnvironments } from '../../flags/feature/feature-lock.js';
import { FeatureService } from '../../flags/feature/feature.service.js';
import { FeatureLinkService } from '../../flags/feature/link/feature-link.service.js';
import {
  PayloadSchemaService,
  storedOf,
} from '../../flags/feature/payload-schema/payload-schema.service.js';
import { DefaultStrategy } from '../../flags/feature/default-strategy/default-strategy.js';
import {
  StrategySetService,
  type WantedStrategies,
} from '../../flags/feature/strategy/strategy-set.service.js';
import {
  completed,
  FeatureVariantService,
} from '../../flags/feature/variant/feature-variant.service.js';
import type { VariantDto } from '../../flags/feature/variant/variant.dto.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { lockFeatureCount } from '../../flags/project/project-lock.js';
import type { ProjectEnvironmentParams } from '../../flags/project/project.dto.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import { TagWriter } from '../../flags/tag/tag-writer.js';
import type { PlannedFeature } from './import-plan.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { ApprovalRequiredError } from '../../core/event/approval.js';

/** Adds the failing part of an import to errors. */
@Injectable()
export class ImportRefusal {
  constructor(private readonly errors: DatabaseErrorTranslator) {}

  /**
   * Runs a part of the import.
   * @throws ApprovalRequiredError when the environment requires approvals.
   * @throws BadDataError that names the part, when it is refused otherwise.
   */
  async of(part: string, work: () => unknown): Promise<void> {
    try {
      await work();
    } catch (error) {
      const refusal =
        error instanceof ApiError
          ? error
          : this.errors.isTransient(error)
            ? undefined
            : this.errors.translate(error);
      const isKept = error instanceof ApprovalRequiredError;
      if (!refusal || refusal.status >= 500 || isKept) throw error;
      const details = refusal.details.map((one) => ({ message: `${part}: ${one.message}` }));
      throw new BadDataError(`${part} cannot be imported. ${refusal.message}`, details);
    }
  }
}

/** Maximum tags per imported feature. */
const MAX_TAGS = 1000;

/** The validated content of features in the environment. */
interface Contents {
  strategies: WantedStrategies[];
  variants: Map<string, VariantDto[]>;
}

/**
 * Creates and changes the features of an import, kind by kind, so that the number of statements is
 * independent of the number of features.
 */
@Injectable()
export class FeatureImporter {
  constructor(
    private readonly features: FeatureService,
    private readonly strategies: StrategySetService,
    private readonly variants: FeatureVariantService,
    private readonly switches: FeatureSwitchService,
    private readonly defaultStrategy: DefaultStrategy,
    private readonly tags: TagWriter,
    private readonly links: FeatureLinkService,
    private readonly schemas: PayloadSchemaService,
    private readonly refusal: ImportRefusal,
  ) {}

  /**
   * Locks everything that an import changes or refers to before its first event is recorded, in the
   * same order as switches do.
   */
  async lock(
    { projectId, environment }: ProjectEnvironmentParams,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<void> {
    const names = planned.map(({ name }) => name);
    const strategies = planned.flatMap((one) => one.strategies);
    const parents = planned.flatMap((one) => (one.parent ? [one.parent.feature] : []));
    const fields = strategies.flatMap((one) => one.constraints ?? []);
    const { projects } = await tx.lock({
      projects: { share: [projectId] },
      features: { noKeyUpdate: distinct([...names, ...parents]) },
      featureEnvironments: {
        update: names.map((featureName) => ({ featureName, environment })),
      },
    });
    if (projects[0] && projects[0].featureLimit !== null) await lockFeatureCount(tx, projectId);
    await tx.lock({
      contextFields: { share: distinct(fields.map(({ contextName }) => contextName)) },
      segments: { share: distinct(strategies.flatMap((one) => one.segments ?? [])) },
    });
  }

  /**
   * Creates or changes the features, except dependencies, which need all features to exist.
   * @throws BadDataError that names the feature that cannot be imported, and why.
   */
  async import(
    at: ProjectEnvironmentParams,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<void> {
    const { strategies, variants } = await this.contentsOf(at, planned, tx);
    await this.refusal.of('One of the features', async () => {
      await this.create(at.projectId, planned, tx);
      await this.adapt(at, planned, tx);
      await this.links.putAll(
        at.projectId,
        new Map(planned.flatMap(({ name, links }) => (links ? [[name, links]] : []))),
        tx,
      );
      await this.strategies.putAll(at, strategies, tx);
      await this.variants.putAll(at, variants, tx);
      await this.schemas.putAll(at.projectId, schemasIn(planned), tx);
      await this.turn(at, planned, tx);
    });
  }

  private async contentsOf(
    at: ProjectEnvironmentParams,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<Contents> {
    const complete = await this.strategies.completing(
      at,
      planned.flatMap((one) => one.strategies),
      tx,
    );
    const contents: Contents = { strategies: [], variants: new Map() };
    const slice = new TimeSlice();
    for (const { name: featureName, strategies, place, tags } of planned) {
      if (slice.isOver) await slice.pause();
      await this.refusal.of(`The feature "${featureName}"`, () => {
        requireFewTags(tags);
        const exceptAdded = place?.enabled ?? false;
        contents.strategies.push({
          featureName,
          strategies: complete(featureName, strategies),
          exceptAdded,
        });
        if (place?.variants) contents.variants.set(featureName, completed(place.variants));
      });
    }
    return contents;
  }

  private async create(
    projectId: string,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<void> {
    const fresh = planned.filter((one) => one.isNew);
    if (fresh.length === 0) return;
    const dtos = fresh.map(
      ({ name, type, description, stale, impressionData, createdAt, tags }) => {
        return { name, type, description, stale, impressionData, createdAt, tags };
      },
    );
    await this.features.addAll(projectId, dtos, tx);
  }

  private async adapt(
    at: ProjectEnvironmentParams,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<void> {
    const present = planned.filter((one) => !one.isNew);
    if (present.length === 0) return;
    const changes = present.map(({ name, type, description, stale, impressionData }) => {
      const change = {
        type,
        description: description === undefined ? undefined : description || null,
        stale,
        impressionData,
      };
      return [name, definite(change)] as const;
    });
    await this.features.adaptAll(at.projectId, new Map(changes), tx);
    await this.tags.putAll(
      at.projectId,
      new Map(present.flatMap(({ name, tags }) => (tags ? [[name, tags]] : []))),
      tx,
    );
  }

  /**
   * Turns features on or off. Without a state in the file they keep theirs, unless no active
   * strategy remains.
   */
  private async turn(
    at: ProjectEnvironmentParams,
    planned: readonly PlannedFeature[],
    tx: Tx,
  ): Promise<void> {
    const names = planned.map(({ name }) => name);
    const places = await lockFeatureEnvironments(tx, at, names);
    const isOn = ({ name, place }: PlannedFeature): boolean => {
      const { enabled, activeStrategyCount } = places.get(name)!;
      return place?.enabled ?? (enabled && activeStrategyCount > 0);
    };
    const on = planned.filter(isOn).map(({ name }) => name);
    const off = planned.filter((one) => !isOn(one)).map(({ name }) => name);
    const missing = on.filter(
      (name) => places.get(name)!.enabled && places.get(name)!.activeStrategyCount === 0,
    );
    await this.switches.turnAllOff(at, off, tx);
    await this.defaultStrategy.addTo(missing, at, tx);
    await this.switches.turnAllOn(at, on, false, tx);
  }
}

function requireFewTags(tags: readonly TagDto[] = []): void {
  if (tags.length > MAX_TAGS)
    throw new BadDataError(
      `In an import, a feature can have at most ${MAX_TAGS} tags, not ${tags.length}.`,
    );
}

/** The schemas of payloads, by feature. */
function schemasIn(planned: readonly PlannedFeature[]): Map<string, PayloadSchemaPayload> {
  return new Map(
    planned.flatMap(({ name, schema }) => (schema ? [[name, storedOf(schema)] as const] : [])),
  );
}

/** The values without duplicates. */
function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** Removes undefined properties. */
function definite<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
