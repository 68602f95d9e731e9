import { give, OWNER, type SignedIn, somebody } from './access.js';
import type { Api, HttpCall, Response } from './api.js';
import { unique } from './given.js';
import type { TestService } from './service.js';
import { later } from './schedule-scene.js';

const PROJECTS = '/api/admin/projects';

/** What browsers accept when they open an address. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** An emergency link as the response to its creation shows it. */
export interface CreatedLink {
  id: number;
  /** The path of its page. */
  path: string;
}

/** An event as the audit log shows it. */
interface ShownEvent {
  id: number;
  type: string;
}

/** A project with features, and an owner of emergency links for them. */
export class EmergencyLinkScene {
  private constructor(
    readonly service: TestService,
    readonly project: string,
    readonly owner: SignedIn,
  ) {}

  static async create(service: TestService, roles = [OWNER]): Promise<EmergencyLinkScene> {
    const project = await service.given.project();
    const owner = await somebody(service);
    await give(service, project, roles, { users: [owner.id] });
    return new EmergencyLinkScene(service, project, owner);
  }

  get path(): string {
    return `${PROJECTS}/${this.project}/emergency-links`;
  }

  at(feature: string): string {
    return `${PROJECTS}/${this.project}/features/${feature}/environments/production`;
  }

  /** A feature that is on in production. */
  async feature({ tag }: { tag?: string } = {}): Promise<string> {
    const name = unique();
    const { api } = this.service;
    await api.post(`${PROJECTS}/${this.project}/features`, { name }).expect(201);
    await this.turnOn(name);
    if (tag)
      await api
        .post(`/api/admin/features/${name}/tags`, { type: 'simple', value: tag })
        .expect(201);
    return name;
  }

  async turnOn(feature: string): Promise<void> {
    await this.service.api.post(`${this.at(feature)}/on`).expect(200);
  }

  async isOn(feature: string): Promise<boolean> {
    return (await this.service.api.get(this.at(feature)).expect(200)).body.enabled as boolean;
  }

  /** Sends a request for a link that lasts an hour. */
  add(link: object, api: Api = this.owner.api): HttpCall {
    return api.post(this.path, { environment: 'production', expiresAt: later(), ...link });
  }

  async link(link: object, api?: Api): Promise<CreatedLink> {
    const { body } = await this.add(link, api).expect(201);
    return { id: body.id as number, path: new URL(body.url as string).pathname };
  }

  /** Uses a link as `curl -X POST` does, without credentials. */
  use(path: string, service = this.service): HttpCall {
    return service.api.as().post(path);
  }

  /** Opens a link in a browser. */
  open(path: string): HttpCall {
    return this.service.api.as().get(path).set('accept', BROWSER);
  }

  /** Lets a link expire. */
  async expire(id: number): Promise<void> {
    await this.service.sql('UPDATE emergency_link SET expires_at = now() WHERE id = $1', [id]);
  }

  /** The events of turning a feature off, the newest first. */
  async offEvents(feature: string): Promise<ShownEvent[]> {
    const { body } = await this.service.api.get(`/api/admin/events/${feature}`).expect(200);
    return (body.events as ShownEvent[]).filter(
      ({ type }) => type === 'feature-environment-disabled',
    );
  }

  async listed(id: number): Promise<Record<string, unknown>> {
    const { body }: Response = await this.owner.api.get(this.path).expect(200);
    return (body.links as { id: number }[]).find((link) => link.id === id)! as never;
  }
}
