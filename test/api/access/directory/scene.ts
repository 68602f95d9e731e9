import type { Api, HttpCall } from '../../../support/api.js';
import { unique } from '../../../support/given.js';
import { TestService } from '../../../support/service.js';

export const SETTINGS = '/api/admin/scim-settings';
export const SCIM = '/scim/v2';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** A service with a directory that manages its people. */
export class DirectoryScene {
  private constructor(
    readonly service: TestService,
    /** The service as the directory calls it. */
    readonly scim: Api,
  ) {}

  static async start(settings: object = {}): Promise<DirectoryScene> {
    const service = await TestService.start({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' });
    const scene = new DirectoryScene(service, await newDirectory(service));
    await scene.set(settings);
    return scene;
  }

  set(settings: object = {}): HttpCall {
    return this.service.api.post(SETTINGS, { enabled: true, ...settings }).expect(200);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Creates a user as Okta does. */
  async user(properties: object = {}): Promise<{ id: string; userName: string }> {
    const userName = `${unique('ada')}@example.com`;
    const { body } = await this.scim
      .post(`${SCIM}/Users`, {
        schemas: [USER],
        userName,
        name: { givenName: 'Ada', familyName: 'Lovelace' },
        emails: [{ primary: true, value: userName, type: 'work' }],
        active: true,
        ...properties,
      })
      .expect(201);
    return body as { id: string; userName: string };
  }

  /** Creates a group with members. */
  async group(members: readonly string[] = []): Promise<{ id: string; displayName: string }> {
    const { body } = await this.scim
      .post(`${SCIM}/Groups`, {
        schemas: [GROUP],
        displayName: unique('team'),
        members: members.map((value) => ({ value })),
      })
      .expect(201);
    return body as { id: string; displayName: string };
  }

  /** Sends operations to a resource, such as `Users/7`. */
  patch(resource: string, ...operations: object[]): HttpCall {
    return this.scim.patch(`${SCIM}/${resource}`, { schemas: [PATCH_OP], Operations: operations });
  }

  /** The ids of the members of a group according to the administration. */
  async members(groupId: string): Promise<number[]> {
    const { body } = await this.service.api.get(`/api/admin/groups/${groupId}`).expect(200);
    return body.users.map(({ user }: { user: { id: number } }) => user.id).sort();
  }
}

async function newDirectory(service: TestService): Promise<Api> {
  const { body } = await service.api.post(`${SETTINGS}/generate-new-token`).expect(200);
  return service.api.as({ token: `Bearer ${body.token}` });
}
