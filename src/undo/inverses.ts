import { Injectable } from '@nestjs/common';
import type { InverseTable } from './inverse.js';
import { SwitchInverses } from './switch-inverses.js';

/** How events of each type are undone. Types that are missing here cannot be undone. */
@Injectable()
export class Inverses {
  readonly table: InverseTable;

  constructor(switches: SwitchInverses) {
    this.table = { ...switches.table };
  }
}
