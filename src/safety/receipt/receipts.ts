import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import type { CalledRequest } from '../../core/auth/current-caller.js';
import { Checkpoints, type Evidence } from '../../audit/audit-log/seal/checkpoints.js';
import { canonicalJson } from '../../audit/audit-log/seal/seal.js';
import { Database, type Reader } from '../../platform/database/database.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import { closedSignal } from '../../platform/http/closed-signal.js';
import type { Operation } from '../../platform/http/operation.js';
import { Waiting } from '../../platform/http/waiting.js';
import { DeliveryReadModel } from '../../serving/sdk-api/delivery/delivery.read-model.js';
import { DeliveryWait } from '../../serving/sdk-api/delivery-watch/delivery-wait.js';
import { compactOf, RECEIPT_TYPE, signedJws } from '../../audit/signing/jws.js';
import { SigningKeys } from '../../audit/signing/signing-keys.js';
import type { ReceiptContentResponse, ReceiptResponse } from './receipt.dto.js';
import { statement } from '../../platform/database/statement.js';

/**
 * Among how many of the latest events of a feature its last switch is looked for: there is none if
 * it was never switched, however long its history is.
 */
const LATEST = 1_000;

/** The last event that turned a feature on, or off, in an environment, among the latest ones. */
const LAST_SWITCH = statement<
  [project: string, feature: string, environment: string, type: string],
  { id: number }
>(
  'receipts.last-switch',
  /* sql */ `
    SELECT e.id::float8 AS id
      FROM (SELECT id, project, environment, type FROM event
             WHERE feature_name = $2 ORDER BY id DESC LIMIT ${LATEST}) e
     WHERE e.project = $1 AND e.environment = $3 AND e.type = $4
     ORDER BY e.id DESC LIMIT 1`,
);

/** How long a receipt waits for what has not arrived, unless the caller has waited for it. */
const WAIT_MS = 1_000;
const SWITCHES = { on: 'feature-environment-enabled', off: 'feature-environment-disabled' };
const UNKNOWN =
  'The change was made. Whether it was delivered is unknown, so there is no receipt. Ask for it ' +
  'with GET /api/admin/events/{id}/receipt.';

const NO_EVENT =
  'No event has made this change: it was so from the beginning, or the feature has changed more ' +
  `than ${LATEST.toLocaleString('en')} times since.`;

/**
 * Whether a change is to be answered with a receipt.
 * @throws BadDataError when the parameter is invalid or not supported, or nothing would be changed.
 */
export function wantsReceipt(request: CalledRequest, operation: Operation): boolean {
  if (!request.url.includes('?') || (!operation.delivery && operation.isRead)) return false;
  const { receipt: wanted, dryRun } = request.query;
  if (wanted === undefined) return false;
  if (!operation.delivery)
    throw new BadDataError('This operation does not support receipt. Nothing was changed.');
  if (wanted !== 'true' && wanted !== 'false')
    throw new BadDataError('The parameter receipt must be "true" or "false".');
  if (wanted === 'true' && dryRun === 'true')
    throw new BadDataError('Use either dryRun or receipt: a dry run changes nothing.');
  return wanted === 'true';
}

/** A change that was made, and its response. */
interface Call {
  readonly operation: Operation;
  readonly request: CalledRequest;
  readonly response: Response;
}

/** What is added to a response. */
interface Added {
  receipt: string | null;
  receiptNote?: string;
}

/** Makes signed statements about who has a switch, which anybody can verify offline. */
@Injectable()
export class Receipts {
  private readonly log = new Logger(Receipts.name);

  constructor(
    private readonly database: Database,
    private readonly checkpoints: Checkpoints,
    private readonly deliveries: DeliveryReadModel,
    private readonly waiting: DeliveryWait,
    private readonly keys: SigningKeys,
  ) {}

  /**
   * The receipt of an event, with what is known now. Waits up to a second for instances to report.
   * @throws NotFoundError when there is no such event, or it is hidden.
   * @throws BadDataError when the event turned no feature on or off.
   * @throws InvalidOperationError when there is no signing key.
   */
  async of(id: number, request: CalledRequest, reader: Reader): Promise<Waiting<ReceiptResponse>> {
    // The caller may be another one after the wait: it is looked at again.
    const evidence = () => this.checkpoints.evidence(id, request.caller!, reader);
    const { event } = await evidence();
    if (!Object.values(SWITCHES).includes(event.type))
      throw new BadDataError(
        `There are receipts of events that turn a feature on or off. Event ${id} is of the type ` +
          `${event.type}.`,
      );
    return new Waiting(
      () => this.waiting.until(placeOf(event), WAIT_MS, reader),
      async () => this.issue(await evidence()),
    );
  }

  /**
   * Adds a receipt to the JSON of a response to a change, which has committed. It never fails.
   * @param hasWaited Whether the request has already waited for its delivery.
   * @param lookAgain Refuses a caller who has lost access meanwhile.
   */
  async after(
    body: string,
    hasWaited: boolean,
    { operation, request, response }: Call,
    lookAgain: (isUrgent: boolean) => Promise<unknown>,
  ): Promise<string> {
    let added: Added;
    try {
      const known = hasWaited || (await this.waiting.untilLost(WAIT_MS, request, response));
      await lookAgain(true);
      added = known ? await this.ofLast({ operation, request, response }) : unknown(UNKNOWN);
    } catch (error) {
      if (!(error instanceof ApiError)) this.log.error({ err: error }, 'A receipt has failed.');
      added = unknown(error instanceof ApiError ? error.message : UNKNOWN);
    }
    return `${body.slice(0, -1)},${JSON.stringify(added).slice(1)}`;
  }

  /** The receipt of the last event that did what the request does. */
  private async ofLast({ operation, request, response }: Call): Promise<Added> {
    const { projectId, featureName, environment } = request.params as Record<string, string>;
    const type = operation.switch === 'on' ? SWITCHES.on : SWITCHES.off;
    const values = [projectId!, featureName!, environment!, type] as const;
    const [last] = await this.database.run(LAST_SWITCH, values);
    if (!last) return unknown(NO_EVENT);
    const caller = request.caller!;
    const reader = { key: caller.key, left: closedSignal(response) };
    const { receipt } = await this.issue(await this.checkpoints.evidence(last.id, caller, reader));
    return { receipt };
  }

  private async issue(evidence: Evidence): Promise<ReceiptResponse> {
    const found = await this.deliveries.ofEvent(evidence.event.id);
    if (!found) throw new NotFoundError(`There is no event ${evidence.event.id}.`);
    const content: ReceiptContentResponse = { version: 1, ...evidence, ...found };
    const jws = signedJws(canonicalJson(content), await this.keys.current(), RECEIPT_TYPE);
    return { receipt: compactOf(jws), content };
  }
}

const unknown = (receiptNote: string): Added => ({ receipt: null, receiptNote });

function placeOf({
  project,
  featureName,
  environment,
}: Evidence['event']): FeatureEnvironmentParams {
  return { projectId: project!, featureName: featureName!, environment: environment! };
}
