import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import { AddonSecrets } from './addon-secrets.js';
import type { TestDeliveryResponse } from './provider/addon.response.js';
import type { AddonParameters } from './provider/webhook-parameters.js';
import { TemplateError } from './webhook/body-templates.js';
import { SAMPLE_EVENT } from './webhook/sample-event.js';
import { WebhookSender } from './webhook/webhook-sender.js';
import { MessageRequests } from './message/message-requests.js';
import { READ } from './addon-test.sql.js';

/** Sends a test message to the receiver of an addon. */
@Injectable()
export class AddonTestService {
  constructor(
    private readonly database: Database,
    private readonly secrets: AddonSecrets,
    private readonly requests: MessageRequests,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * Sends a sample event once, without retries. The request is aborted when the caller disconnects.
   * @throws NotFoundError when there is no such addon.
   * @throws BadDataError when its parameters do not allow to build a message.
   */
  async send(
    id: number,
    { hiddenProjects }: Caller,
    { left }: Reader,
  ): Promise<TestDeliveryResponse> {
    const [addon] = await this.database.run(READ, [id, hiddenProjects]);
    if (!addon) throw new NotFoundError(`There is no addon with the id ${id}.`);
    const { values, unreadable } = await this.secrets.open(addon.parameters);
    if (unreadable.length > 0)
      throw new BadDataError(
        `The parameters ${unreadable.join(', ')} cannot be decrypted. Set them again.`,
      );
    const requests = await this.requestsOf(addon.provider, values);
    if (requests.length === 0)
      throw new BadDataError('The message has no receiver: name a channel in the parameters.');
    let status: number | null = null;
    for (const request of requests) {
      const outcome = await this.sender.send(request, left);
      ({ status } = outcome);
      if (!outcome.ok)
        return { state: 'failed', stateDetails: `Failed: ${outcome.reason}.`, status };
    }
    return { state: 'success', stateDetails: `The receiver answered ${status}.`, status };
  }

  private async requestsOf(provider: string, values: AddonParameters) {
    try {
      return await this.requests.of(provider, values, { id: '0', json: SAMPLE_EVENT.json });
    } catch (error) {
      if (error instanceof TemplateError)
        throw new BadDataError(`The parameter bodyTemplate ${error.message}.`);
      throw error;
    }
  }
}
