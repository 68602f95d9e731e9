import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { ApplyDto, PlanDto } from './as-code.dto.js';
import { AppliedResponse, PlanResponse } from './as-code.response.js';
import { StrictPipe } from './strict.pipe.js';
import { PlanService } from './plan.service.js';

/** 10 MiB, as of an import. */
const bodyLimit = 10_485_760;
const bodyItems = 1_000_000;

/** Makes the service as files describe it. The service checks the permissions of each change. */
@ApiTags('Flags as Code')
@Controller('api/admin/flags-as-code')
export class AsCodeController {
  constructor(private readonly plans: PlanService) {}

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
  ): Promise<PlanResponse> {
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
