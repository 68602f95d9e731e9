import { type Api, at, FEATURES } from './api.js';

let names = 0;

/** A name that no other test of this file uses. */
export const unique = (prefix = 'feature'): string => `${prefix}-${process.pid}-${++names}`;

/** Creates what a test needs, over HTTP. */
export class Given {
  constructor(private readonly api: Api) {}

  /**
   * Creates a project with some environments.
   * @returns Its id.
   */
  async project({
    id = unique('project'),
    environments = ['development', 'production'],
    ...properties
  }: { id?: string; environments?: string[]; [property: string]: unknown } = {}): Promise<string> {
    await this.api
      .post('/api/admin/projects', { id, name: id, environments, ...properties })
      .expect(201);
    return id;
  }

  /**
   * Creates an environment that no project has.
   * @returns Its name.
   */
  async environment({
    name = unique('environment'),
    type = 'test',
    ...properties
  }: { name?: string; type?: string; [property: string]: unknown } = {}): Promise<string> {
    await this.api.post('/api/admin/environments', { name, type, ...properties }).expect(201);
    return name;
  }

  /**
   * Creates a feature in the project `default` that is on in some environments.
   * @returns Its name.
   */
  async feature({
    name = unique(),
    enabledIn = [],
    ...properties
  }: { name?: string; enabledIn?: string[] } & Record<string, unknown> = {}): Promise<string> {
    await this.api.post(FEATURES, { name, ...properties }).expect(201);
    for (const environment of enabledIn)
      await this.api.post(`${at(name, environment)}/on`).expect(200);
    return name;
  }
}
