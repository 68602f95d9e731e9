import { Client } from 'pg';
import { SnapshotReader } from '../../../../src/serving/sdk-api/snapshot/snapshot-reader.js';
import type { Api } from '../../../support/api.js';
import { CLIENT_TOKEN, type TestService } from '../../../support/service.js';

export const CLIENT_FEATURES = '/api/client/features';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are checked against OpenAPI, and here by what is expected
export type Body = any;

/** An SDK with support for segments, by default in development with the token of the tests. */
export class Sdk {
  constructor(
    private readonly api: Api,
    private readonly spec: string | null = '5.1.0',
  ) {}

  static of(service: TestService, token = CLIENT_TOKEN): Sdk {
    return new Sdk(service.api.as({ token }));
  }

  get(query = '', headers: Record<string, string> = {}): ReturnType<Api['get']> {
    const asked = this.api.get(`${CLIENT_FEATURES}${query}`).set(headers);
    return this.spec === null ? asked : asked.set('Unleash-Client-Spec', this.spec);
  }

  async body(query = ''): Promise<Body> {
    return (await this.get(query).expect(200)).body;
  }

  async etag(query = ''): Promise<string> {
    return (await this.get(query).expect(200)).headers['etag']!;
  }

  /** The feature as the SDK gets it; `undefined` when it does not get it. */
  async feature(name: string, query = ''): Promise<Body> {
    return (await this.body(query)).features.find((one: Body) => one.name === name);
  }

  async isOn(name: string): Promise<boolean | undefined> {
    return (await this.feature(name))?.enabled;
  }
}

/**
 * What SDKs must get in an environment according to the database: features by name, segments by id.
 */
export async function truth(
  service: TestService,
  environment: string,
): Promise<{ features: Map<string, Body>; segments: Map<number, Body> }> {
  const reading = await service.service.app
    .get(SnapshotReader, { strict: false })
    .load(environment);
  const features = [...reading.in(environment)].map(
    ([name, piece]) => [name, piece!.value] as const,
  );
  return {
    features: new Map(features),
    segments: new Map([...reading.segments].map(([id, piece]) => [id, piece!.value])),
  };
}

/** A connection of another program, whose commits are not announced. */
export async function stranger(service: TestService): Promise<Stranger> {
  const client = new Client({ connectionString: service.databaseUrl });
  client.on('error', () => {}); // the server may stop before the test does
  await client.connect();
  return new Stranger(client);
}

export class Stranger {
  constructor(readonly client: Client) {}

  async begin(): Promise<void> {
    await this.client.query('BEGIN');
  }

  async commit(): Promise<void> {
    await this.client.query('COMMIT');
  }

  /**
   * Switches a feature of the project `default` in development, with its event, like the service
   * does.
   * @returns The id of the event.
   */
  async switch(feature: string, enabled: boolean): Promise<number> {
    await this.client.query(
      `UPDATE feature_environment SET enabled = $2 WHERE feature_name = $1 AND environment = 'development'`,
      [feature, enabled],
    );
    const { rows } = await this.client.query<{ id: string }>(
      `INSERT INTO event (type, feature_name, project, environment, created_by, created_by_user_id)
       VALUES ($2, $1, 'default', 'development', 'stranger', -42) RETURNING id`,
      [feature, enabled ? 'feature-environment-enabled' : 'feature-environment-disabled'],
    );
    return Number(rows[0]!.id);
  }

  async end(): Promise<void> {
    await this.client.end();
  }
}
