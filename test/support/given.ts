import { type Api, at, FEATURES } from './api.js';

let counter = 0;
/** A name that nothing else in the test run has. */
export const unique = (prefix = 'feature'): string => `${prefix}-${process.pid}-${++counter}`;

/** Makes what a test needs, over HTTP. */
export class Given {
  constructor(private readonly api: Api) {}

  /** A feature of the project default, on in some environments. @returns Its name. */
  async feature({
    name = unique(),
    enabledIn = [],
    ...properties
  }: { name?: string; enabledIn?: string[] } & Record<string, unknown> = {}): Promise<string> {
    await this.api.post(FEATURES, { name, ...properties }).expect(201);
    for (const environment of enabledIn) await this.api.post(`${at(name, environment)}/on`).expect(200);
    return name;
  }
}
