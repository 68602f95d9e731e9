import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { CallerShare } from '../../platform/database/caller-share.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import { Waiting } from '../../platform/http/waiting.js';
import { QuotaExceededError } from '../../core/auth/limits/limits.errors.js';
import { AddonSecrets } from './addon-secrets.js';
import type { TestDeliveryResponse } from './provider/addon.response.js';
import type { AddonParameters } from './provider/webhook-parameters.js';
import { TemplateError } from './webhook/body-templates.js';
import { SAMPLE_EVENT } from './webhook/sample-event.js';
import { type OutgoingMessage, WebhookSender } from './webhook/webhook-sender.js';
import { MessageRequests } from './message/message-requests.js';
import { READ_TO_TEST } from './addon.sql.js';

/** How many test messages may be on their way, of one caller and in total. */
const AT_ONCE = { perCaller: 4, total: 32 };

/** Sends a test message to the receiver of an addon. */
@Injectable()
export class AddonTestService {
  private readonly places = new CallerShare(
    AT_ONCE,
    () => new QuotaExceededError('Too many test messages are on their way. Try again later.', 1),
  );

  constructor(
    private readonly database: Database,
    private readonly secrets: AddonSecrets,
    private readonly requests: MessageRequests,
    private readonly sender: WebhookSender,
  ) {}

  /**
   * Sends a sample event once, without retries. The receiver may be slow, so the request waits for
   * it without turns and connections. It is aborted when the caller disconnects.
   * @throws NotFoundError when there is no such addon.
   * @throws BadDataError when its parameters do not allow to build a message.
   * @throws QuotaExceededError
   */
  async send(
    id: number,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Waiting<TestDeliveryResponse>> {
    const [addon] = await this.database.run(READ_TO_TEST, [id, hiddenProjects]);
    if (!addon) throw new NotFoundError(`There is no addon with the id ${id}.`);
    const { values, unreadable } = await this.secrets.open(addon.parameters);
    if (unreadable.length > 0)
      throw new BadDataError(
        `The parameters ${unreadable.join(', ')} cannot be decrypted. Set them again.`,
      );
    const requests = await this.requestsOf(addon.provider, values);
    if (requests.length === 0)
      throw new BadDataError('The message has no receiver: name a channel in the parameters.');
    let outcome: TestDeliveryResponse;
    return new Waiting(
      async () => (outcome = await this.sendAll(requests, reader)),
      () => Promise.resolve(outcome),
    );
  }

  private async sendAll(
    requests: readonly OutgoingMessage[],
    { key, left }: Reader,
  ): Promise<TestDeliveryResponse> {
    const leave = this.places.enter(key);
    try {
      let status: number | null = null;
      for (const request of requests) {
        const outcome = await this.sender.send(request, left);
        ({ status } = outcome);
        if (!outcome.ok)
          return { state: 'failed', stateDetails: `Failed: ${outcome.reason}.`, status };
      }
      const stateDetails =
        status === null ? 'The receiver has taken it.' : `The receiver answered ${status}.`;
      return { state: 'success', stateDetails, status };
    } finally {
      leave();
    }
  }

  private async requestsOf(provider: string, values: AddonParameters) {
    try {
      return await this.requests.of(provider, values, [{ id: '0', json: SAMPLE_EVENT.json }]);
    } catch (error) {
      if (error instanceof TemplateError)
        throw new BadDataError(`The parameter bodyTemplate ${error.message}.`);
      throw error;
    }
  }
}
