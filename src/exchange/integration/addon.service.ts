import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Actor } from '../../core/event/actor.js';
import { maySubscribeTo } from '../../audit/audit-log/event/visible-events.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import { BadDataError, ExceedsLimitError } from '../../platform/errors/general.errors.js';
import type { AddonDto } from './addon.dto.js';
import { Addon } from './addon.entity.js';
import { AddonSecrets } from './addon-secrets.js';
import { noAddon } from './addon.read-model.js';
import type { AddonResponse } from './provider/addon.response.js';
import { CURSOR_AT_ONCE, CURSOR_FROM_NOW } from './cursor.sql.js';
import { BodyTemplates } from './webhook/body-templates.js';
import { type AddonParameters, checkedParameters } from './provider/webhook-parameters.js';
import { SIEM_PROVIDERS } from './provider/siem-definitions.js';
import { contentTypeOf } from './webhook/webhook-request.js';
import type { AddonPayload } from '../../core/event/instance-events.js';
import type { DomainEvent } from '../../core/event/event.types.js';
import { Namesakes, type NewPlace } from '../../core/event/namesakes.js';
import { COUNT, READ_IN_EVENT, UNKNOWN_PLACES, WITHDRAW } from './addon.sql.js';

/** Maximum number of addons. */
export const MAX_ADDONS = 200;

/** An addon without id, with unencrypted parameters. */
type CheckedAddon = Omit<Addon, 'id' | 'createdAt' | 'parameters'> & {
  parameters: AddonParameters;
};

/** Creates, changes and deletes addons. */
@Injectable()
export class AddonService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: AddonSecrets,
    private readonly templates: BodyTemplates,
    @Inject(CONFIG) private readonly config: Config,
    namesakes: Namesakes,
  ) {
    namesakes.add(withdraw);
  }

  /**
   * Creates an addon, which receives events from now on. The result contains its secrets.
   * @throws BadDataError when parameters are invalid, or a project or environment does not exist.
   * @throws PermissionError when it would deliver events that the caller may not read.
   * @throws ExceedsLimitError when there are too many addons.
   */
  async create(dto: AddonDto, caller: Caller): Promise<AddonResponse> {
    requireReadable(dto, caller);
    await this.requireTemplate(dto);
    return this.unitOfWork.run(caller, async (tx) => {
      await requireRoom(tx);
      const { parameters, ...rest } = await this.checked(dto, undefined, tx);
      const { identifiers } = await tx
        .repo(Addon)
        .insert({ ...rest, parameters: await this.secrets.seal(dto.provider, parameters) });
      const id = identifiers[0]!['id'] as number;
      const data = await shown(id, tx);
      await tx.record({ type: 'addon-config-created', data });
      await tx.query(CURSOR_FROM_NOW, [id]);
      return { ...data, parameters };
    });
  }

  /**
   * Replaces an addon. Pending retries are attempted at once. A re-enabled addon receives events
   * from now on.
   * @throws NotFoundError when it does not exist.
   * @throws BadDataError, PermissionError as {@link create}.
   */
  async update(id: number, dto: AddonDto, caller: Caller): Promise<void> {
    requireReadable(dto, caller);
    await this.requireTemplate(dto);
    await this.unitOfWork.run(caller, async (tx) => {
      // Deliveries reference the addon, and a stronger lock would block them.
      const before = await tx
        .repo(Addon)
        .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
      if (!before?.projects.every((project) => tx.sees(project))) throw noAddon(id);
      const { parameters, ...rest } = await this.checked(dto, before, tx);
      const sealed = await this.secrets.seal(dto.provider, parameters, before.parameters);
      const addon = { ...rest, parameters: sealed };
      const { createdAt } = before;
      if (isDeepStrictEqual({ ...before }, { id, ...addon, createdAt })) return;
      const preData = await shown(id, tx);
      await tx.repo(Addon).update({ id }, addon);
      await tx.record({ type: 'addon-config-updated', data: await shown(id, tx), preData });
      await tx.query(addon.enabled && !before.enabled ? CURSOR_FROM_NOW : CURSOR_AT_ONCE, [id]);
    });
  }

  /**
   * Deletes an addon with its log.
   * @throws NotFoundError when it does not exist.
   */
  async delete(id: number, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      // Deliveries lock in the same order.
      await tx.lock({ addons: { update: [id] } });
      const preData = await shown(id, tx);
      const { affected } = await tx.repo(Addon).delete({ id });
      if (!affected) throw noAddon(id);
      await tx.record({ type: 'addon-config-deleted', preData });
    });
  }

  /**
   * Runs before the transaction, because rendering may take as long as a worker is allowed.
   * @throws BadDataError when the template cannot render an ordinary event.
   */
  private async requireTemplate({ provider, parameters }: AddonDto): Promise<void> {
    const { bodyTemplate, contentType } = parameters as Partial<Record<string, unknown>>;
    if (typeof bodyTemplate !== 'string' || !bodyTemplate) return;
    const type = provider === 'datadog' ? 'text/plain' : contentType;
    await this.templates.requireRenderable(
      bodyTemplate,
      contentTypeOf(typeof type === 'string' ? { contentType: type } : {}),
    );
  }

  /**
   * The addon described by a request, with unencrypted parameters. Places that the addon already
   * names need not exist any more.
   */
  private async checked(dto: AddonDto, before: Addon | undefined, tx: Tx): Promise<CheckedAddon> {
    const { provider, enabled, events, projects = [], environments = [] } = dto;
    const description = dto.description ?? before?.description ?? null;
    if (before && before.provider !== provider)
      throw new BadDataError(
        `The provider of the addon ${before.id} cannot change: it is ${before.provider}.`,
      );
    const stored = before && (await this.secrets.open(before.parameters));
    const parameters = checkedParameters(
      provider,
      dto.parameters,
      stored,
      this.config.webhooks.allowPrivateAddresses,
    );
    const added = (now: string[], then: string[] = []): string =>
      JSON.stringify(now.filter((name) => name !== '*' && !then.includes(name)));
    const unknown = await tx.query(UNKNOWN_PLACES, [
      added(projects, before?.projects),
      added(environments, before?.environments),
      tx.actor.hiddenProjects ?? [],
    ]);
    if (unknown.length > 0)
      throw new BadDataError(
        unknown[0]!.message,
        unknown.map(({ list, message }) => ({ message, path: `/body/${list}` })),
      );
    return { provider, description, enabled, parameters, events, projects, environments };
  }
}

/**
 * Removes the name of a new place, whose events nobody has asked for, from addons. One that names
 * no other place is disabled, since it would otherwise get the events of all.
 */
async function withdraw({ kind, name }: NewPlace, tx: Tx): Promise<DomainEvent[]> {
  const changed = await tx.query(WITHDRAW, [kind, name]);
  return changed.map((event) => ({ type: 'addon-config-updated', ...event }) as const);
}

/**
 * Limits the number of addons, since each of them looks at every event. Addons are created rarely,
 * so their creations wait for each other.
 * @throws ExceedsLimitError
 */
async function requireRoom(tx: Tx): Promise<void> {
  await tx.lockName('setup', 'addons');
  const [row] = await tx.query(COUNT);
  if (row!.count >= MAX_ADDONS)
    throw new ExceedsLimitError(
      `There can be at most ${MAX_ADDONS} addons. Delete one first, or let one addon send the ` +
        'events of several projects.',
    );
}

/**
 * Checks that the caller may read every event the addon would deliver.
 * @throws PermissionError when not.
 */
function requireReadable({ provider, events, projects = [] }: AddonDto, caller: Caller): void {
  // These get the addresses of all events, too.
  if (SIEM_PROVIDERS.includes(provider) && !caller.may('READ_LOGS', {}))
    throw new PermissionError(['READ_LOGS']);
  if (!events.every((type) => maySubscribeTo(type, projects, caller)))
    throw new PermissionError(['READ_LOGS']);
}

/**
 * The addon as in events, without its secrets. An addon that names a hidden project is treated as
 * absent.
 */
async function shown(id: number, tx: Tx): Promise<AddonPayload> {
  const [found] = await tx.query(READ_IN_EVENT, [id]);
  if (!found?.addon.projects.every((project) => tx.sees(project))) throw noAddon(id);
  return found.addon;
}
