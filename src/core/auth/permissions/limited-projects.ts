import { AddressList } from '../../../platform/http/address-list.js';

/** A project that can be reached from some IP addresses only. */
export interface LimitedProject {
  id: string;
  /** IP addresses and ranges from which it can be reached. */
  addresses: string[];
}

/** The projects that can be reached from some IP addresses only. */
export class LimitedProjects {
  private lists: { id: string; list: AddressList }[] | undefined;

  constructor(readonly rows: readonly LimitedProject[]) {}

  /** Ids of those that cannot be reached from an address. */
  closedTo(address: string | undefined): string[] {
    this.lists ??= this.rows.map(({ id, addresses }) => ({ id, list: new AddressList(addresses) }));
    return this.lists.filter(({ list }) => !list.has(address)).map(({ id }) => id);
  }
}
