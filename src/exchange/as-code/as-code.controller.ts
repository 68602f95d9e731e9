import { Body, Controller, Get, type PipeTransform, Post, Query, type Type } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Reader } from '../../platform/database/database.js';
import type { JsonParts } from '../../platform/http/json.js';
import type { JsonList } from '../../platform/http/json-list.js';
import {
  AppliedResponse,
  ApplyDto,
  ExportCodeQuery,
  PlanDto,
  PlanResponse,
} from './as-code.dto.js';
import { CodeExportService } from './code-export.service.js';
import { DesiredStateDto } from './desired-state.dto.js';
import { PlanService } from './plan.service.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { ErrorDetail } from '../../platform/errors/api-error.js';
import { checksOf, slicedShapeOf } from '../../platform/http/validation/property-checks.js';
import { shapedBody } from '../../platform/http/validation/shape.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';

/**
 * Validates a large body in time slices, like that of an import, but refuses unknown properties: a
 * misspelt property of a file would be ignored for ever.
 */
export class StrictPipe<T extends object> implements PipeTransform<unknown, Promise<T>> {
  private readonly shape;

  constructor(private readonly type: Type<T>) {
    this.shape = slicedShapeOf(type);
  }

  async transform(given: unknown): Promise<T> {
    const faults: ErrorDetail[] = [];
    if (isObject(given)) await findUnknown(this.type, given, '/body', faults, new TimeSlice());
    if (faults.length > 0)
      throw new BadDataError(
        `The request cannot be used: ${faults[0]!.path} ${faults[0]!.message}`,
        faults,
      );
    return shapedBody(this.shape, given, '/body');
  }
}

async function findUnknown(
  type: Type,
  value: object,
  path: string,
  faults: ErrorDetail[],
  slice: TimeSlice,
): Promise<void> {
  const known = checksOf(type);
  if (known.size === 0) return;
  for (const [key, held] of Object.entries(value)) {
    if (slice.isOver) await slice.pause();
    if (faults.length > 0) return;
    const check = known.get(key);
    if (!check) faults.push({ message: 'is not a known property.', path: `${path}/${key}` });
    const item = check?.item?.() as Type | undefined;
    if (item) await inEach(item, held, check?.list?.max, `${path}/${key}`);
  }

  /** Lists that are too long are refused by the shape, and cost nothing here. */
  async function inEach(item: Type, held: unknown, max = Infinity, at: string): Promise<void> {
    if (!Array.isArray(held))
      return isObject(held) ? findUnknown(item, held, at, faults, slice) : undefined;
    if (held.length > max) return;
    for (const [index, one] of held.entries()) {
      if (slice.isOver) await slice.pause();
      if (isObject(one)) await findUnknown(item, one, `${at}/${index}`, faults, slice);
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** 10 MiB, as of an import. */
const bodyLimit = 10_485_760;
const bodyItems = 1_000_000;

/** Makes the service as files describe it. The service checks the permissions of each change. */
@ApiTags('Flags as Code')
@Controller('api/admin/flags-as-code')
export class AsCodeController {
  constructor(
    private readonly plans: PlanService,
    private readonly exports: CodeExportService,
  ) {}

  /**
   * Describes what is, as files do: everything that the caller can see, or one project with what
   * belongs to it. A plan of that changes nothing.
   */
  @Get('state')
  @Endpoint({
    id: 'exportFlagsAsCode',
    cost: 'heavy',
    permission: 'NONE',
    response: DesiredStateDto,
    refusals: [404],
  })
  state(
    @Query() { project }: ExportCodeQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
  ): Promise<JsonList<DesiredStateDto>> {
    return this.exports.export(project, caller, reader);
  }

  /**
   * Compares what is wanted with what is, and answers the differences with their impact. Changes
   * nothing.
   */
  @Post('plan')
  @ApiBody({ type: PlanDto })
  @Endpoint({
    id: 'planFlagsAsCode',
    reads: true,
    cost: 'heavy',
    permission: 'NONE',
    response: PlanResponse,
    bodyLimit,
    bodyItems,
  })
  plan(
    @Body(new StrictPipe(PlanDto)) body: Pick<PlanDto, keyof PlanDto>,
    @CurrentCaller() caller: Caller,
  ): Promise<JsonParts<PlanResponse>> {
    return this.plans.plan(body, caller);
  }

  /**
   * Carries out a plan, all of it or nothing. Refused with 409 when a plan made now would be
   * another one. Needs the permissions of the operations that make the changes one by one.
   */
  @Post('apply')
  @ApiBody({ type: ApplyDto })
  @Endpoint({
    id: 'applyFlagsAsCode',
    cost: 'heavy',
    permission: 'NONE',
    response: AppliedResponse,
    bodyLimit,
    bodyItems,
    refusals: [409],
  })
  apply(
    @Body(new StrictPipe(ApplyDto)) body: Pick<ApplyDto, keyof ApplyDto>,
    @CurrentCaller() caller: Caller,
  ): Promise<AppliedResponse> {
    return this.plans.apply(body, caller);
  }
}
