import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ContextFieldService, placeOf } from '../../flags/context-field/context-field.service.js';
import type { ContextFieldPayload, SegmentPayload } from '../../core/event/instance-events.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import type { Permission } from '../../platform/http/permission.js';
import { SegmentDto } from '../../flags/segment/segment.dto.js';
import { SegmentService } from '../../flags/segment/segment.service.js';
import { type InverseTable, type Need, type Recorded, requireState } from './inverse.js';
import { HAS_REMOVED_PARTS } from './inverses.sql.js';

const segmentIn = ({ data, preData }: { data?: unknown; preData?: unknown }): string =>
  `The segment "${((data ?? preData) as SegmentPayload).name}"`;
const fieldIn = ({ data, preData }: { data?: unknown; preData?: unknown }): string =>
  `The context field "${((data ?? preData) as { name: string }).name}"`;

/** Undoes changes of segments and context fields. */
@Injectable()
export class SegmentInverses {
  readonly table = {
    'segment-created': {
      needs: ({ data }) => inSegment('DELETE_SEGMENT', data),
      undo: ([{ data }], caller) => this.segments.delete(data.id, caller),
      mirror: { subject: segmentIn, type: 'segment-deleted' },
    },
    'segment-updated': {
      needs: ({ data }) => inSegment('UPDATE_SEGMENT', data),
      undo: ([event], caller) => this.restoreProperties(event, caller),
      mirror: { subject: segmentIn, type: 'segment-updated' },
    },
    'segment-deleted': {
      needs: ({ preData }) => inSegment('CREATE_SEGMENT', preData),
      undo: ([event], caller) => this.restore(event, caller),
      mirror: { subject: segmentIn, type: 'segment-created' },
    },
    'context-field-created': {
      needs: ({ data }) => inField('DELETE', data),
      undo: ([{ data }], caller) => this.fields.delete(placeOf(data), caller),
      mirror: { subject: fieldIn, type: 'context-field-deleted' },
    },
    'context-field-updated': {
      needs: ({ data }) => inField('UPDATE', data),
      undo: ([{ preData }], caller) => this.fields.restoreProperties(preData, caller),
      mirror: { subject: fieldIn, type: 'context-field-updated' },
    },
    'context-field-deleted': {
      needs: ({ preData }) => inField('CREATE', preData),
      undo: ([{ preData }], caller) => this.fields.restore(preData, caller),
      mirror: { subject: fieldIn, type: 'context-field-created' },
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly segments: SegmentService,
    private readonly fields: ContextFieldService,
  ) {}

  private async restoreProperties(
    { preData }: Recorded<EventOf<'segment-updated'>>,
    caller: Caller,
  ): Promise<void> {
    await this.segments.update(preData.id, await dtoOf(preData), caller);
  }

  private async restore(
    { id, preData }: Recorded<EventOf<'segment-deleted'>>,
    caller: Caller,
  ): Promise<void> {
    const [parts] = await this.unitOfWork.run(caller, (tx) => tx.query(HAS_REMOVED_PARTS, [id]));
    requireState(
      !parts!.found,
      'The segment was also removed from strategies of archived features, which would not get it ' +
        'back. Create it again instead.',
    );
    await this.segments.restore(preData, await dtoOf(preData), caller);
  }
}

function inSegment(anyOf: Permission, { project }: SegmentPayload): Need {
  return project ? { anyOf: ['UPDATE_PROJECT_SEGMENT'], project } : { anyOf: [anyOf] };
}

function inField(action: 'CREATE' | 'UPDATE' | 'DELETE', { project }: ContextFieldPayload): Need {
  if (project === undefined) return { anyOf: [`${action}_CONTEXT_FIELD`] };
  return { anyOf: [`${action}_PROJECT_CONTEXT`], project };
}

/** A segment of all projects is given explicitly, because an omitted project stays. */
function dtoOf({ name, description, project = undefined, constraints }: SegmentPayload) {
  return validated(
    SegmentDto,
    { name, description, project: project ?? null, constraints },
    '/preData',
  );
}
