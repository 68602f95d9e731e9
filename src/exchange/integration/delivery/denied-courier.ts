import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';
import { AddonSecrets } from '../addon-secrets.js';
import { DUE, FOLLOW, SETTLE_DENIALS, TAKE_DENIALS, type TakenDenial } from '../denied.sql.js';
import { MessageRequests } from '../message/message-requests.js';
import { type Outcome, WebhookSender } from '../webhook/webhook-sender.js';

const EVERY_MS = 15_000;
/** Added to the time that a receiver has for an answer. */
const HOLD_MARGIN_MS = 20_000;
/** How long a receiver is left alone that does not take them. */
const RETRY_MS = 30_000;
/** After so many refusals of one row alone, it is left out. */
const ATTEMPTS = 8;
/** How many times rows are taken in a round; more than there are rows. */
const MOST_BATCHES = 500;
const NEVER = new AbortController().signal;

/**
 * Sends denied requests to the collectors and SIEMs that want them, at least once: each has a
 * position in the order of changes, which moves when the receiver has taken what is before it. A
 * row that has changed since is sent again, with its present number.
 */
@Injectable()
export class DeniedCourier {
  private readonly log = new Logger(DeniedCourier.name);

  constructor(
    private readonly database: Database,
    private readonly secrets: AddonSecrets,
    private readonly requests: MessageRequests,
    private readonly sender: WebhookSender,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'denied-requests-sent', everyMs: EVERY_MS, run: () => this.run() });
  }

  /** Sends what is due. */
  async run(): Promise<void> {
    await this.database.run(FOLLOW, []);
    for (const { addonId } of await this.database.run(DUE, [])) await this.serve(addonId);
  }

  private async serve(addonId: number): Promise<void> {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const holdMs = this.sender.timeoutMs + HOLD_MARGIN_MS;
      const rows = await this.database.run(TAKE_DENIALS, [addonId, holdMs]);
      const [first] = rows;
      if (!first || !(await this.settle(addonId, rows, first, await this.send(rows, first))))
        return;
    }
  }

  private async send(rows: readonly TakenDenial[], first: TakenDenial): Promise<Outcome> {
    const { values, unreadable } = await this.secrets.open(first.parameters);
    if (unreadable.length > 0)
      return { ok: false, status: null, reason: 'its secrets are unreadable', isFinal: false };
    const events = rows.map(({ to: id, event: json }) => ({ id, json }));
    const [message] = await this.requests.of(first.provider, values, events);
    return this.sender.send(message!, NEVER);
  }

  /** @returns Whether to continue with the next rows. */
  private async settle(
    addonId: number,
    rows: readonly TakenDenial[],
    { from, attempts }: TakenDenial,
    outcome: Outcome,
  ): Promise<boolean> {
    const last = rows.at(-1)!.to;
    const settled = (to: string, tried: number, waitMs: number): Promise<unknown> =>
      this.database.run(SETTLE_DENIALS, [addonId, from, to, tried, waitMs]);
    if (outcome.ok) {
      await settled(last, 0, 0);
      return true;
    }
    const isGivenUp = outcome.isRefused && rows.length === 1 && attempts + 1 >= ATTEMPTS;
    const fields = { addon: addonId, change: last };
    const then = isGivenUp ? 'One row is left out.' : 'They will be sent again.';
    this.log.warn(fields, `Denied requests could not be sent: ${outcome.reason}. ${then}`);
    if (isGivenUp) await settled(last, 0, 0);
    else await settled(from, outcome.isRefused ? attempts + 1 : attempts, RETRY_MS);
    return isGivenUp === true;
  }
}
