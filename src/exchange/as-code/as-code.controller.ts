import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Reader } from '../../platform/database/database.js';
import type { JsonParts } from '../../platform/http/json.js';
import type { JsonList } from '../../platform/http/json-list.js';
import { ApplyDto, ExportCodeQuery, PlanDto } from './as-code.dto.js';
import { AppliedResponse, PlanResponse } from './as-code.response.js';
import { CodeExportService } from './code-export.service.js';
import { DesiredStateDto } from './desired-state.dto.js';
import { StrictPipe } from './strict.pipe.js';
import { PlanService } from './plan.service.js';

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
