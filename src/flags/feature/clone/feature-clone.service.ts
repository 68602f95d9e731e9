import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { lockLiveProject } from '../../../core/event/live-project.js';
import { FeatureNamingRules } from '../../project/feature-naming.js';
import type { CloneFeatureDto, FeatureParams } from '../feature.dto.js';
import { notFound } from '../feature.read-model.js';
import type { BareFeatureResponse } from '../feature.response.js';
import { FeatureService } from '../feature.service.js';
import { shownStrategies } from '../strategy/shown-strategies.js';
import { PayloadSchemaService } from '../payload-schema/payload-schema.service.js';
import {
  COPY_DEPENDENCIES,
  COPY_STRATEGIES,
  COPY_VARIANTS,
  READ_SOURCE,
  type Source,
} from './clone.sql.js';

/** Clones features. */
@Injectable()
export class FeatureCloneService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureService,
    private readonly schemas: PayloadSchemaService,
    private readonly naming: FeatureNamingRules,
  ) {}

  /**
   * Creates a feature with the description, type, staleness, impression data, variants, strategies,
   * dependencies and payload schema of another, off in every environment and without tags. Each
   * part is recorded as a separate event.
   * @throws NotFoundError when the project has no such live feature.
   * @throws NameExistsError when the new name is taken.
   */
  async clone(
    at: FeatureParams,
    { name, replaceGroupId = true }: CloneFeatureDto,
    actor: Actor,
  ): Promise<BareFeatureResponse> {
    await this.naming.prepare(at.projectId, [name]);
    return this.unitOfWork.run(actor, async (tx) => {
      await lockLiveProject(tx, at.projectId); // Every transaction locks projects before features.
      const source = await lockSource(tx, at);
      const feature = await this.features.add(at.projectId, { ...source, name }, tx);
      const to = { projectId: at.projectId, featureName: name };
      await this.schemas.copy(at.featureName, to, tx);
      await copyVariants(at.featureName, to, tx);
      await copyStrategies(at.featureName, to, replaceGroupId, tx);
      await copyDependencies(at.featureName, to, tx);
      return feature;
    });
  }
}

/** The locked source stays live and keeps its dependencies until the transaction ends. */
async function lockSource(tx: Tx, at: FeatureParams): Promise<Source> {
  await tx.lock({ features: { share: [at.featureName] } });
  const [source] = await tx.query(/* sql */ READ_SOURCE, [at.projectId, at.featureName]);
  if (!source) throw notFound(at);
  return source;
}

async function copyVariants(
  from: string,
  { projectId: project, featureName }: FeatureParams,
  tx: Tx,
): Promise<void> {
  const copied = await tx.query(COPY_VARIANTS, [from, featureName]);
  for (const { environment, variants } of copied) {
    const type = 'feature-environment-variants-updated';
    await tx.record({
      type,
      project,
      featureName,
      environment,
      data: { variants },
      preData: { variants: [] },
    });
  }
}

async function copyStrategies(
  from: string,
  to: FeatureParams,
  replaceGroupId: boolean,
  tx: Tx,
): Promise<void> {
  const { projectId: project, featureName } = to;
  const places = await tx.query(COPY_STRATEGIES, [from, featureName, replaceGroupId]);
  for (const { environment } of places) {
    const strategies = await shownStrategies(tx, featureName, environment);
    await tx.recordAll(
      strategies.map(
        (data) =>
          ({ type: 'feature-strategy-add', project, featureName, environment, data }) as const,
      ),
    );
  }
}

/**
 * Parents need no lock: while the source depends on them, they cannot be archived or get parents of
 * their own.
 */
async function copyDependencies(
  from: string,
  { projectId: project, featureName }: FeatureParams,
  tx: Tx,
): Promise<void> {
  const copied = await tx.query(COPY_DEPENDENCIES, [from, featureName]);
  await tx.recordAll(
    copied.map(
      ({ dependency: data }) =>
        ({ type: 'feature-dependency-added', project, featureName, data }) as const,
    ),
  );
}
