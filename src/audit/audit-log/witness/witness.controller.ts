import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  AuditWitnessDto,
  AuditWitnessesResponse,
  AuditWitnessResponse,
  CosignaturesDto,
  WitnessCheckpointQuery,
} from './witness.dto.js';
import { Witnesses } from './witnesses.js';

const ADMIN_PATH = 'api/admin/audit/witnesses';

/** Cosignatures are short. */
const BODY_LIMIT = 10_000;

/** Lets anybody witness that the audit log only grows, without seeing it. */
@ApiTags('Audit Witnesses')
@Controller()
export class WitnessController {
  constructor(private readonly witnesses: Witnesses) {}

  /**
   * Returns the newest checkpoint of the audit log (C2SP tlog-checkpoint): the number of seals, the
   * root of the Merkle tree of them, and a signature. With `old`, the response is the request that
   * a log sends to `add-checkpoint` of a witness (C2SP tlog-witness).
   */
  @Get('witness/checkpoint')
  @Endpoint({
    id: 'getWitnessCheckpoint',
    permission: 'PUBLIC',
    contentType: 'text/plain; charset=utf-8',
    refusals: [404, 409],
  })
  checkpoint(@Query() { old }: WitnessCheckpointQuery): Promise<string> {
    return this.witnesses.checkpoint(old);
  }

  /**
   * Keeps cosignatures of registered witnesses (C2SP tlog-cosignature, Ed25519). No token is
   * needed, since the key of the witness shows who sends them.
   */
  @Post('witness/cosignatures')
  @Endpoint({
    id: 'addCosignatures',
    permission: 'PUBLIC',
    bodyLimit: BODY_LIMIT,
    status: 204,
    refusals: [403],
  })
  cosign(@Body() dto: CosignaturesDto): Promise<void> {
    return this.witnesses.cosign(dto);
  }

  /** Lists the witnesses, and what each has cosigned last. */
  @Get(ADMIN_PATH)
  @Endpoint({ id: 'getAuditWitnesses', permission: 'READ_LOGS', response: AuditWitnessesResponse })
  list(): Promise<AuditWitnessesResponse> {
    return this.witnesses.list();
  }

  /** Registers a witness, whose cosignatures are kept from then on. */
  @Post(ADMIN_PATH)
  @Endpoint({
    id: 'createAuditWitness',
    confirm: 'sensitive',
    permission: 'ADMIN',
    status: 201,
    response: AuditWitnessResponse,
    refusals: [409],
  })
  create(
    @Body() dto: AuditWitnessDto,
    @CurrentCaller() caller: Caller,
  ): Promise<AuditWitnessResponse> {
    return this.witnesses.add(dto, caller);
  }

  /** Deletes a witness and its last cosignature. */
  @Delete(`${ADMIN_PATH}/:id`)
  @Endpoint({
    id: 'deleteAuditWitness',
    confirm: 'sensitive',
    permission: 'ADMIN',
    status: 204,
    params: { id: 'Id of the witness, a whole number.' },
  })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.witnesses.delete(id, caller);
  }
}
