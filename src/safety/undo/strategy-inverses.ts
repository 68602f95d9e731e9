import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { StrategyPayload } from '../../core/event/feature-events.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { StrategyService } from '../../flags/feature/strategy/strategy.service.js';
import {
  completed,
  FeatureVariantService,
} from '../../flags/feature/variant/feature-variant.service.js';
import { VariantDto } from '../../flags/feature/variant/variant.dto.js';
import { checkedList, validated } from '../../platform/http/validation/validation.pipe.js';
import { inEnvironment, type InverseTable, type Recorded, requireRecorded } from './inverse.js';
import { EventNotUndoableError } from './undo.errors.js';
import { READ_REMOVED_POSITIONS } from './inverses.sql.js';

type Place = Pick<EventOf<'feature-strategy-add'>, 'project' | 'featureName' | 'environment'>;

const strategyIn = ({ data, preData }: { data?: unknown; preData?: unknown }): string =>
  `The strategy "${((data ?? preData) as StrategyPayload).id}"`;
/** Only events of removed strategies have it, and restoring the strategy puts it back. */
const ignoring = ['createdAt'];

/** Undoes changes of strategies and variants. */
@Injectable()
export class StrategyInverses {
  readonly table = {
    'feature-strategy-add': {
      needs: inEnvironment('DELETE_FEATURE_STRATEGY'),
      undo: ([event], caller) =>
        this.strategies.remove({ ...placeOf(event), strategyId: event.data.id }, caller),
      mirror: { subject: strategyIn, type: 'feature-strategy-remove', ignoring },
    },
    'feature-strategy-update': {
      needs: inEnvironment('UPDATE_FEATURE_STRATEGY'),
      undo: ([event], caller) => this.restoreContent(event, caller),
      mirror: { subject: strategyIn, type: 'feature-strategy-update' },
    },
    'feature-strategy-remove': {
      needs: inEnvironment('CREATE_FEATURE_STRATEGY'),
      undo: ([event], caller) => this.restore(event, caller),
      mirror: { subject: strategyIn, type: 'feature-strategy-add', ignoring },
    },
    'strategy-order-changed': {
      needs: inEnvironment('UPDATE_FEATURE_STRATEGY'),
      undo: ([event], caller) => this.reorder(event, caller),
      mirror: {
        subject: ({ featureName, environment }) =>
          `The order of the strategies of "${featureName}" in "${environment}"`,
        type: 'strategy-order-changed',
      },
    },
    'feature-environment-variants-updated': {
      needs: inEnvironment('UPDATE_FEATURE_ENVIRONMENT_VARIANTS'),
      undo: ([event], caller) => this.putVariants(event, caller),
      mirror: {
        subject: ({ featureName, environment }) =>
          `What variants "${featureName}" has in "${environment}"`,
        type: 'feature-environment-variants-updated',
      },
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly strategies: StrategyService,
    private readonly variants: FeatureVariantService,
  ) {}

  private async restoreContent(
    event: Recorded<EventOf<'feature-strategy-update'>>,
    caller: Caller,
  ): Promise<void> {
    const dto = await validated(CreateStrategyDto, event.preData, '/preData');
    await this.strategies.replace({ ...placeOf(event), strategyId: event.data.id }, dto, caller);
  }

  private async restore(
    event: Recorded<EventOf<'feature-strategy-remove'>>,
    caller: Caller,
  ): Promise<void> {
    if (event.preData.milestoneId !== undefined)
      throw new EventNotUndoableError(
        'The strategy belonged to a milestone of a release plan. Start that milestone instead.',
      );
    const dto = await validated(CreateStrategyDto, event.preData, '/preData');
    await this.strategies.restore(placeOf(event), event.preData, dto, caller);
  }

  private async reorder(
    event: Recorded<EventOf<'strategy-order-changed'>>,
    caller: Caller,
  ): Promise<void> {
    const [before] = await this.unitOfWork.run(caller, (tx) =>
      tx.query(READ_REMOVED_POSITIONS, [event.id]),
    );
    const positions = Object.entries(requireRecorded(before?.positions, 'the former positions'));
    await this.strategies.order(
      placeOf(event),
      positions.map(([id, sortOrder]) => ({ id, sortOrder })),
      caller,
    );
  }

  private async putVariants(
    event: Recorded<EventOf<'feature-environment-variants-updated'>>,
    caller: Caller,
  ): Promise<void> {
    const variants = await checkedList(VariantDto, event.preData.variants, '/preData/variants');
    const wanted = new Map([[event.featureName, completed(variants)]]);
    await this.unitOfWork.run(caller, (tx) => this.variants.putAll(placeOf(event), wanted, tx));
  }
}

function placeOf({ project, featureName, environment }: Place) {
  return { projectId: project, featureName, environment };
}
