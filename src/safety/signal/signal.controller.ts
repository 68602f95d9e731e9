import { Body, Controller, Delete, Get, Headers, Ip, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { IdPipe } from '../../platform/http/validation/id.pipe.js';
import { TO_TURN_OFF } from '../../flags/preview/change-guard/change-guard.dto.js';
import { ProjectParams } from '../../flags/project/project.dto.js';
import {
  NewSignalResponse,
  ReceivedSignalResponse,
  SignalDto,
  SignalsResponse,
} from './signal.dto.js';
import { SignalReceiver } from './signal-receiver.js';
import { SignalService } from './signal.service.js';

const SIGNALS = 'api/admin/projects/:projectId/signals';

/** Alerts of monitoring are small. */
const BODY_LIMIT = 100_000;

/** Manages signals, and receives them. */
@ApiTags('Signals')
@Controller()
export class SignalController {
  constructor(
    private readonly signals: SignalService,
    private readonly receiver: SignalReceiver,
  ) {}

  /** Lists the signals of a project, without their tokens. */
  @Get(SIGNALS)
  @Endpoint({ id: 'getSignals', permission: 'NONE', response: SignalsResponse })
  list(@Param() { projectId }: ProjectParams): Promise<SignalsResponse> {
    return this.signals.list(projectId);
  }

  /**
   * Creates a signal. Whoever has its token can turn off the features that it names, in the name of
   * the caller, and do nothing else. Only this response contains the token.
   */
  @Post(SIGNALS)
  @Endpoint({
    id: 'createSignal',
    secrets: ['token'],
    confirm: 'sensitive',
    permission: TO_TURN_OFF,
    place: 'anywhere',
    status: 201,
    response: NewSignalResponse,
    refusals: [409],
  })
  create(
    @Param() { projectId }: ProjectParams,
    @Body() dto: SignalDto,
    @CurrentCaller() caller: Caller,
  ): Promise<NewSignalResponse> {
    return this.signals.create(projectId, dto, caller);
  }

  /** Deletes a signal, which then turns nothing off. */
  @Delete(`${SIGNALS}/:id`)
  @Endpoint({
    id: 'deleteSignal',
    inMaintenance: true,
    permission: TO_TURN_OFF,
    place: 'anywhere',
    status: 204,
    params: { id: 'Id of the signal.' },
  })
  delete(
    @Param() { projectId }: ProjectParams,
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.signals.delete(projectId, id, caller);
  }

  /**
   * Turns off what a signal is bound to, at once: without a guard, and where approvals are required
   * if its owner may skip them. The token is sent in `Authorization`. An object or a list of JSON
   * is sent, such as an alert, which the event quotes; what has the `status` `resolved` turns
   * nothing off.
   */
  @Post('api/signals/:name')
  @Endpoint({
    id: 'sendSignal',
    switch: 'off',
    permission: 'PUBLIC',
    bodyLimit: BODY_LIMIT,
    response: ReceivedSignalResponse,
    refusals: [401, 403, 429],
    params: { name: 'Name of the signal.' },
  })
  send(
    @Param('name') name: string,
    @Headers('authorization') authorization: string | undefined,
    @Ip() address: string,
    @Body() payload: unknown,
  ): Promise<ReceivedSignalResponse> {
    return this.receiver.receive({ name, authorization, address, payload });
  }
}
