import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import {
  BadDataError,
  ConflictError,
  ExceedsLimitError,
  ForbiddenError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import { SigningKeys } from '../../signing/signing-keys.js';
import { responseOf } from './cosigned.js';
import { SealTree } from './seal-tree.js';
import {
  bodyOf,
  cosignatureIn,
  logLine,
  noteText,
  signaturesIn,
  type Witness,
  witnessOf,
} from './signed-note.js';
import type {
  AuditWitnessDto,
  AuditWitnessesResponse,
  AuditWitnessResponse,
  CosignaturesDto,
} from './witness.dto.js';
import { ADD, COUNT, DELETE, LIST, NOTE, READ_LAG } from './witness.sql.js';
import { BackgroundJobs } from '../../../platform/database/jobs/background-jobs.js';

/** Maximum number of witnesses. */
const MAX_WITNESSES = 20;
/** How much the clock of a witness may be ahead. */
const AHEAD_SECONDS = 60;

/** Gives witnesses what they cosign, and keeps the last cosignature of each. */
@Injectable()
export class Witnesses {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
    private readonly tree: SealTree,
  ) {}

  /**
   * The newest checkpoint as a signed note.
   * @param old Number of seals of an earlier one; the answer begins with the proof that the new
   * one continues it, in the form in which logs send it to witnesses.
   * @throws NotFoundError when there is no seal yet.
   * @throws ConflictError when there are fewer seals than in the earlier one.
   */
  async checkpoint(old: number | undefined): Promise<string> {
    const state = await this.tree.state();
    if (state.size === 0) throw new NotFoundError('The audit log has no seal yet.');
    if (old !== undefined && old > state.size)
      throw new ConflictError(`The audit log has only ${state.size} seals.`);
    const [head, proof, key] = await Promise.all([
      this.tree.head(state),
      old === undefined ? [] : this.tree.proof(old, state.size),
      this.keys.current(),
    ]);
    const body = bodyOf(head);
    const note = noteText(body, logLine(head.origin, body, key));
    if (old === undefined) return note;
    return [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', note].join('\n');
  }

  /**
   * Keeps the cosignatures of registered witnesses. One that is older than the last is ignored.
   * @throws BadDataError when there is no such checkpoint, or these are no cosignatures.
   * @throws ForbiddenError when none is one of a registered witness for this checkpoint.
   */
  async cosign({ size, cosignatures }: CosignaturesDto): Promise<void> {
    const signatures = signaturesIn(cosignatures);
    if (!signatures) throw new BadDataError('The cosignatures are no lines of signatures.');
    const state = await this.tree.state();
    if (size > state.size) throw new BadDataError(`The audit log has only ${state.size} seals.`);
    const head = await this.tree.head({ ...state, size });
    const note = { body: bodyOf(head), signatures };
    let count = 0;
    for (const witness of await this.database.run(LIST)) {
      const found = cosignatureIn(note, witness);
      if (!found) continue;
      const { seconds, signature } = found;
      if (seconds > Date.now() / 1000 + AHEAD_SECONDS)
        throw new BadDataError(`The clock of the witness ${witness.name} is ahead.`);
      await this.database.run(NOTE, [witness.id, size, head.rootHash, seconds, signature]);
      count++;
    }
    if (count === 0)
      throw new ForbiddenError(
        'No registered witness has cosigned this checkpoint. An administrator registers ' +
          'witnesses with their verifier key.',
      );
  }

  async list(): Promise<AuditWitnessesResponse> {
    return { witnesses: (await this.database.run(LIST)).map(responseOf) };
  }

  /**
   * Registers a witness.
   * @throws BadDataError when it is no verifier key.
   * @throws NameExistsError when the name or the key is one of another witness.
   * @throws ExceedsLimitError
   */
  async add({ verifierKey }: AuditWitnessDto, caller: Caller): Promise<AuditWitnessResponse> {
    const { name, publicKey } = witnessIn(verifierKey);
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('setup', 'audit witnesses');
      const [has] = await tx.query(COUNT);
      if (has!.count >= MAX_WITNESSES)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_WITNESSES} witnesses. Delete one first.`,
        );
      const [added] = await tx.query(ADD, [name, publicKey]);
      const data = { id: added!.id, name, publicKey };
      await tx.record({ type: 'audit-witness-created', data });
      return added!.id;
    });
    const { witnesses } = await this.list();
    const found = witnesses.find((one) => one.id === id);
    if (!found) throw unknown(id); // Somebody has deleted it.
    return found;
  }

  /**
   * Deletes a witness, with its cosignature.
   * @throws NotFoundError
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const [preData] = await tx.query(DELETE, [id]);
      if (!preData) throw unknown(id);
      await tx.record({ type: 'audit-witness-deleted', preData });
    });
  }
}

/** @throws BadDataError */
function witnessIn(verifierKey: string): Witness {
  const witness = witnessOf(verifierKey);
  if (witness) return witness;
  const message = 'This is no verifier key of an Ed25519 cosigner. "flags witness" prints its own.';
  throw new BadDataError(message, [{ message, path: '/body/verifierKey' }]);
}

function unknown(id: number): NotFoundError {
  return new NotFoundError(`There is no witness with the id ${id}.`);
}

const EVERY_MS = 15_000;

/** Knows how late each witness is, for operators. */
@Injectable()
export class WitnessLag {
  /** In seconds, by name of the witness. */
  seconds: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly database: Database,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'witness-lag', everyMs: EVERY_MS, run: () => this.measure() });
  }

  async measure(): Promise<void> {
    const rows = await this.database.run(READ_LAG, [], 'background');
    this.seconds = new Map(rows.map(({ name, seconds }) => [name, seconds]));
  }
}
