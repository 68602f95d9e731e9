import { Injectable } from '@nestjs/common';
import { CallerShare } from '../../../platform/database/caller-share.js';
import { TooManyWaitingError } from '../delivery/delivery.errors.js';

/** The requests of this instance that wait for the delivery of their change. */
@Injectable()
export class WaitingPlaces extends CallerShare {
  constructor() {
    super({ total: 200, perCaller: 20 }, () => new TooManyWaitingError());
  }
}
