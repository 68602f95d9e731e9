import { Injectable } from '@nestjs/common';
import { CallerPlaces } from '../../auth/limits/caller-places.js';
import { TooManyWaitingError } from '../delivery/delivery.errors.js';

/** Counts the requests of this instance that wait for deliveries or follow them. */
@Injectable()
export class WaitingPlaces extends CallerPlaces {
  constructor() {
    super({ total: 200, perCaller: 20 }, () => new TooManyWaitingError());
  }
}
