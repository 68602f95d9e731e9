import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Tx, WriteChecks } from '../../../core/event/tx.js';
import { withTimeout } from '../../../platform/database/with-timeout.js';
import type { RowOf } from '../../../platform/database/statement.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { Sandbox } from '../../../platform/sandbox/sandbox.js';
import {
  SandboxBusyError,
  SandboxFailureError,
  type SandboxTask,
  SandboxTimeoutError,
} from '../../../platform/sandbox/sandbox-task.js';
import type { Payload, PayloadsChecked, PayloadsToCheck, Violation } from './payload-check.task.js';
import { type PlacedPayload, READ_PAYLOADS } from './payload-schema.sql.js';

const CHECKING: SandboxTask<readonly PayloadsToCheck[], PayloadsChecked[]> = {
  name: 'payload check',
  module: new URL('./payload-check.task.js', import.meta.url),
};

/** The code of the notices of the trigger `note_payloads`, whose details are names of features. */
const PAYLOADS_WRITTEN = 'FF001';

/** Features whose payloads are read and checked at once, which bounds time and memory. */
const FEATURES = 20;
/** How long a check may wait for its turn, since a unit that waits for it holds its locks. */
const WAIT_MS = 5_000;
/** Characters of payloads of several features that are checked at once. */
const CHARACTERS = 500_000;

/** A payload that its schema does not allow, and where it is. */
export interface PlacedViolation extends Omit<Violation, 'index'> {
  feature: string;
  environment: string;
  strategyId: string | null;
  variant: string;
}

/**
 * Checks payloads of variants against the schemas of their features, in a worker. Whatever writes
 * payloads is checked before its unit ends: triggers note which features it concerns, so no way of
 * writing can be forgotten, and features without a schema cost nothing.
 */
@Injectable()
export class PayloadCheck implements OnModuleInit {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly checks: WriteChecks,
  ) {}

  onModuleInit(): void {
    this.checks.add(PAYLOADS_WRITTEN, (features, tx) => this.requireValid(features, tx));
  }

  /**
   * Checks one schema, and payloads against it.
   * @throws BadDataError when that takes too long.
   */
  async check(schema: string, payloads: readonly Payload[]): Promise<PayloadsChecked> {
    const [checked] = await this.run([{ schema, payloads }]);
    return checked!;
  }

  /** What the schemas of features do not allow in their payloads. */
  async violationsOf(
    features: readonly string[],
    read: (features: readonly string[]) => Promise<RowOf<typeof READ_PAYLOADS>[]>,
  ): Promise<PlacedViolation[]> {
    const found: PlacedViolation[] = [];
    for (let start = 0; start < features.length; start += FEATURES) {
      const rows = await read(features.slice(start, start + FEATURES));
      for (const some of groupsOf(rows)) {
        const checked = await this.run(some);
        for (const [index, one] of checked.entries())
          for (const violation of violationsIn(one)) found.push(placed(some[index]!, violation));
      }
    }
    return found;
  }

  private async requireValid(features: readonly string[], tx: Tx): Promise<void> {
    const violations = await this.violationsOf(features, async (some) =>
      (await tx.query(READ_PAYLOADS, [some])).filter(({ enforced }) => enforced),
    );
    if (violations.length > 0) throw invalidPayloads(violations);
  }

  private async run(groups: readonly PayloadsToCheck[]): Promise<PayloadsChecked[]> {
    const plain = groups.map(({ schema, payloads }) => ({
      schema,
      payloads: payloads.map(({ type, value }) => ({ type, value })),
    }));
    try {
      return await withTimeout(WAIT_MS, this.sandbox.run(CHECKING, plain), () => {
        throw new SandboxBusyError();
      });
    } catch (error) {
      if (!(error instanceof SandboxTimeoutError || error instanceof SandboxFailureError))
        throw error;
      throw new BadDataError(
        'Checking payloads against their schema takes too much time or memory: use a simpler ' +
          'schema, or smaller payloads.',
      );
    }
  }
}

/** Why payloads are refused: what is wrong with each, where, and what would be right. */
function invalidPayloads(violations: readonly PlacedViolation[]): BadDataError {
  const details = violations.map((one) => ({ message: sentenceOf(one), path: pathOf(one) }));
  const more = details.length > 1 ? ` There are ${details.length} such problems.` : '';
  return new BadDataError(`${details[0]!.message}${more}`, details);
}

function sentenceOf({ feature, environment, variant, pointer, rule, message }: PlacedViolation) {
  const part = pointer === '' ? 'it' : `"${pointer}"`;
  return (
    `The payload of the variant "${variant}" of the feature "${feature}" in "${environment}" ` +
    `does not follow the schema of its payloads: ${part} ${message} (${rule}).`
  );
}

function pathOf({ environment, strategyId, variant, pointer }: PlacedViolation): string {
  const strategy = strategyId === null ? '' : `/strategies/${strategyId}`;
  return `/environments/${environment}${strategy}/variants/${variant}/payload${pointer}`;
}

type Row = PayloadsToCheck & { featureName: string; payloads: readonly PlacedPayload[] };

/** Splits what is checked, so that large payloads of several features are not copied at once. */
function* groupsOf(rows: readonly RowOf<typeof READ_PAYLOADS>[]): Generator<Row[]> {
  let group: Row[] = [];
  let length = 0;
  for (const { schema, ...row } of rows) {
    if (schema === null) continue;
    const characters = row.payloads.reduce((sum, { value }) => sum + value.length, 0);
    if (group.length > 0 && length + characters > CHARACTERS) {
      yield group;
      [group, length] = [[], 0];
    }
    group.push({ ...row, schema });
    length += characters;
  }
  if (group.length > 0) yield group;
}

/** A stored schema was valid when it was set. */
function violationsIn(checked: PayloadsChecked): readonly Violation[] {
  if ('violations' in checked) return checked.violations;
  throw new BadDataError(`The schema is invalid: ${checked.fault.message}.`);
}

function placed(
  { featureName: feature, payloads }: Row,
  { index, pointer, rule, message }: Violation,
): PlacedViolation {
  const { environment, strategyId, variant } = payloads[index]!;
  return { feature, environment, strategyId, variant, pointer, rule, message };
}
