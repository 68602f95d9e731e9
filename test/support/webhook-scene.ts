import { Receiver } from './receiver.js';
import { TestService } from './service.js';
import { eventually } from './waiting.js';

const ADDONS = '/api/admin/addons';
const EVENTS = ['feature-created', 'feature-archived'];

/** An entry in the log of an addon. */
export interface Delivery {
  state: string;
  stateDetails: string;
  event: { id: number; featureName: string };
  details: { attempts: number; status: number | null };
}

/** Failed attempts of an addon, and when the next one is due, in seconds since 1970. */
export interface Waiting {
  attempts: number;
  dueAt: number;
}

/** The body of an update of an addon that keeps its URL. */
export const replacement = (properties: object = {}): object => ({
  provider: 'webhook',
  enabled: true,
  events: EVENTS,
  parameters: { url: '*****' },
  ...properties,
});

/** A service, and a receiver that it may call and that has one second to respond. */
export class WebhookScene {
  private constructor(
    readonly service: TestService,
    readonly receiver: Receiver,
  ) {}

  static async start(environment: NodeJS.ProcessEnv = {}): Promise<WebhookScene> {
    const service = await TestService.start({
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      WEBHOOK_TIMEOUT_SECONDS: '1',
      ...environment,
    });
    return new WebhookScene(service, await Receiver.start());
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.receiver.stop();
  }

  /** Deletes all addons and recorded requests, so that the next test starts clean. */
  async clear(): Promise<void> {
    const addons = await this.service.sql<{ id: number }>('SELECT id FROM addon');
    for (const { id } of addons) await this.service.api.delete(`${ADDONS}/${id}`).expect(200);
    this.receiver.received.splice(0);
    this.receiver.answers.splice(0);
    this.receiver.silentAt.clear();
    this.receiver.delay = 0;
  }

  /**
   * Creates an addon that calls the receiver.
   * @returns Its id.
   */
  async given({
    parameters = {},
    ...properties
  }: { parameters?: object; [property: string]: unknown } = {}): Promise<number> {
    const addon = {
      provider: 'webhook',
      enabled: true,
      events: EVENTS,
      ...properties,
      parameters: { url: this.receiver.url, ...parameters },
    };
    return (await this.service.api.post(ADDONS, addon).expect(201)).body.id as number;
  }

  /** The delivery log of an addon, newest first. */
  async log(id: number, query = ''): Promise<Delivery[]> {
    return (await this.service.api.get(`${ADDONS}/${id}/events${query}`).expect(200)).body
      .integrationEvents as Delivery[];
  }

  /**
   * Waits for a number of settled deliveries of an addon.
   * @returns All of them, newest first.
   */
  settled(id: number, count: number): Promise<Delivery[]> {
    return eventually(
      () => this.log(id),
      (found) => found.length >= count,
    );
  }

  /**
   * Waits for a number of failed attempts of an addon.
   * @returns The pending delivery.
   */
  failed(id: number, attempts: number): Promise<Waiting> {
    const cursor = async (): Promise<Waiting> => {
      const sql =
        'SELECT attempts, extract(epoch FROM due_at)::float8 AS "dueAt" FROM addon_cursor WHERE addon_id = $1';
      const [row] = await this.service.sql<Waiting>(sql, [id]);
      return row!;
    };
    return eventually(cursor, (found) => found.attempts >= attempts);
  }
}
