import { Controller, Get } from '@nestjs/common';
import { Endpoint } from '../../http/endpoint.js';
import type { Json } from '../../http/json.js';
import { CurrentCaller } from '../access.guard.js';
import type { Caller } from '../caller.js';
import { MeReadModel } from './me.read-model.js';
import { MeResponse } from './me.response.js';

/** The one who asks. */
@Controller('api/admin/user')
export class MeController {
  constructor(private readonly reads: MeReadModel) {}

  /** Tells who one is, and what one may do. */
  @Get()
  @Endpoint({ id: 'getMe', tag: 'Users', permission: 'NONE', response: MeResponse })
  get(@CurrentCaller() caller: Caller): Promise<Json<MeResponse>> {
    return this.reads.get(caller);
  }
}
