import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeature, lockFeatureEnvironments } from '../../flags/feature/feature-lock.js';
import type { FeatureParams } from '../../flags/feature/feature.dto.js';
import { FeatureLinkService } from '../../flags/feature/link/feature-link.service.js';
import { FeatureMoveService } from '../../flags/feature/move/feature-move.service.js';
import { PayloadSchemaService } from '../../flags/feature/payload-schema/payload-schema.service.js';
import { FeatureService } from '../../flags/feature/feature.service.js';
import { StaleMarkService } from '../../flags/feature/stale/stale-mark.service.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import { TagService } from '../../flags/tag/tag.service.js';
import { TagWriter } from '../../flags/tag/tag-writer.js';
import {
  inEnvironment,
  inInstance,
  inProject,
  type InverseTable,
  pick,
  type Recorded,
  requireState,
} from './inverse.js';
import { HAS_REMOVED_PARTS, IS_TAG_USED, LOCK_TAG } from './inverses.sql.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';

const METADATA = ['type', 'description', 'stale', 'impressionData'] as const;
const ofFeature = ({ featureName }: { featureName: string }): string =>
  `The feature "${featureName}"`;
const taggings = ({ featureName }: { featureName: string }): string =>
  `What tags "${featureName}" has`;

const linksOf = ({ featureName }: { featureName: string }): string =>
  `The links of the feature "${featureName}"`;
const schemaOf = ({ featureName }: { featureName: string }): string =>
  `The schema of the payloads of "${featureName}"`;
const placeOf = (event: { project: string; featureName: string }): FeatureParams => ({
  projectId: event.project,
  featureName: event.featureName,
});

/** Undoes changes of the properties, tags, links and projects of features. */
@Injectable()
export class FeatureInverses {
  readonly table = {
    'feature-metadata-updated': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) => this.restoreProperties(event, caller),
      mirror: {
        subject: ofFeature,
        type: 'feature-metadata-updated',
        besides: ['feature-stale-on', 'feature-stale-off'],
        ignoring: ['lastSeenAt', 'archived', 'archivedAt'],
      },
    },
    'feature-stale-on': {
      needs: inProject('UPDATE_FEATURE'),
      undo: (events, caller) => this.setStale(events, false, caller),
      mirror: { subject: ofFeature, type: 'feature-stale-off' },
      isBulk: true,
    },
    'feature-stale-off': {
      needs: inProject('UPDATE_FEATURE'),
      undo: (events, caller) => this.setStale(events, true, caller),
      mirror: { subject: ofFeature, type: 'feature-stale-on' },
      isBulk: true,
    },
    'feature-tagged': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) => this.tag(event, [], [event.data], caller),
      mirror: { subject: taggings, type: 'feature-untagged' },
    },
    'feature-untagged': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) => this.tag(event, [event.preData], [], caller),
      mirror: { subject: taggings, type: 'feature-tagged', besides: ['tag-created'] },
    },
    'feature-link-added': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) =>
        this.links.remove({ ...placeOf(event), linkId: event.data.id }, caller),
      mirror: { subject: linksOf, type: 'feature-link-removed' },
    },
    'feature-link-updated': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) =>
        this.links.replace({ ...placeOf(event), linkId: event.data.id }, event.preData, caller),
      mirror: { subject: linksOf, type: 'feature-link-updated' },
    },
    'feature-link-removed': {
      needs: inProject('UPDATE_FEATURE'),
      undo: ([event], caller) => this.links.restore(placeOf(event), event.preData, caller),
      mirror: { subject: linksOf, type: 'feature-link-added' },
    },
    'feature-payload-schema-added': {
      needs: inProject('UPDATE_FEATURE_VARIANTS'),
      undo: ([event], caller) => this.schemas.remove(placeOf(event), caller),
      mirror: { subject: schemaOf, type: 'feature-payload-schema-removed' },
    },
    'feature-payload-schema-updated': {
      needs: inProject('UPDATE_FEATURE_VARIANTS'),
      undo: ([event], caller) => this.schemas.put(placeOf(event), event.preData, caller),
      mirror: { subject: schemaOf, type: 'feature-payload-schema-updated' },
    },
    'feature-payload-schema-removed': {
      needs: inProject('UPDATE_FEATURE_VARIANTS'),
      undo: ([event], caller) => this.schemas.put(placeOf(event), event.preData, caller),
      mirror: { subject: schemaOf, type: 'feature-payload-schema-added' },
    },
    'feature-project-change': {
      needs: inProject('MOVE_FEATURE_TOGGLE'),
      undo: ([event], caller) => this.moves.move(placeOf(event), event.data.oldProject, caller),
    },
    'tag-created': {
      needs: inInstance('UPDATE_FEATURE'),
      undo: ([{ data }], caller) => this.removeTag(data, caller),
    },
    'tag-deleted': {
      needs: inInstance('UPDATE_FEATURE'),
      undo: ([event], caller) => this.createTag(event, caller),
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureService,
    private readonly staleMarks: StaleMarkService,
    private readonly links: FeatureLinkService,
    private readonly schemas: PayloadSchemaService,
    private readonly moves: FeatureMoveService,
    private readonly tags: TagWriter,
    private readonly tagList: TagService,
  ) {}

  private restoreProperties(
    { project, featureName, preData }: Recorded<EventOf<'feature-metadata-updated'>>,
    caller: Caller,
  ): Promise<void> {
    const wanted = new Map([[featureName, pick(preData, METADATA)]]);
    return this.unitOfWork.run(caller, (tx) => this.features.adaptAll(project, wanted, tx));
  }

  private setStale(
    events: readonly { project: string; featureName: string }[],
    stale: boolean,
    caller: Caller,
  ): Promise<void> {
    const names = events.map(({ featureName }) => featureName);
    return this.staleMarks.set(events[0]!.project, names, stale, caller);
  }

  private async removeTag({ type, value }: TagDto, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      await tx.query(LOCK_TAG, [type, value]);
      const [tag] = await tx.query(IS_TAG_USED, [type, value]);
      requireState(!tag!.isUsed, `Features have the tag "${type}:${value}".`);
    });
    await this.tagList.delete({ type, value }, caller);
  }

  private async createTag(
    { id, data, project }: Recorded<EventOf<'tag-deleted'>>,
    caller: Caller,
  ): Promise<void> {
    const [parts] = await this.unitOfWork.run(caller, (tx) => tx.query(HAS_REMOVED_PARTS, [id]));
    requireState(
      !parts!.found,
      'The tag was also removed from features, which would not get it back. Tag them again.',
    );
    await this.tagList.restore(data, project ?? null, caller);
  }

  private tag(
    { project: projectId, featureName }: { project: string; featureName: string },
    addedTags: readonly TagDto[],
    removedTags: readonly TagDto[],
    caller: Caller,
  ): Promise<void> {
    return this.unitOfWork.run(caller, async (tx) => {
      await lockFeature(tx, { projectId, featureName });
      await this.tags.change(projectId, [featureName], { addedTags, removedTags }, tx);
    });
  }
}

type Switched = Recorded<EventOf<`feature-environment-${'enabled' | 'disabled'}`>>;

/** Undoes turning features on and off. */
@Injectable()
export class SwitchInverses {
  readonly table = {
    'feature-environment-enabled': {
      needs: inEnvironment(['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'], 'off'),
      undo: (events, caller) => this.turn(events, false, caller),
      isBulk: true,
    },
    'feature-environment-disabled': {
      needs: inEnvironment('UPDATE_FEATURE_ENVIRONMENT', 'on'),
      undo: (events, caller) => this.turn(events, true, caller),
      isBulk: true,
      isLast: true,
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: FeatureSwitchService,
  ) {}

  private turn(events: readonly Switched[], enabled: boolean, caller: Caller): Promise<void> {
    const { project, environment } = events[0]!;
    const at = { projectId: project, environment };
    const names = events.map(({ featureName }) => featureName);
    return this.unitOfWork.run(caller, async (tx) => {
      const places = [...(await lockFeatureEnvironments(tx, at, names)).values()];
      const moved = places.find((place) => place.enabled === enabled);
      requireState(
        !moved,
        `The feature "${moved?.featureName}" is ${enabled ? 'on' : 'off'} in "${environment}".`,
      );
      if (!enabled) return this.switches.turnAllOff(at, names, tx);
      const idle = places.find(({ activeStrategyCount }) => activeStrategyCount === 0);
      requireState(
        !idle,
        `The feature "${idle?.featureName}" no longer has an enabled strategy in ` +
          `"${environment}".`,
      );
      return this.switches.turnAllOn(at, names, false, tx);
    });
  }
}
