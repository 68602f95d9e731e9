import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import type { FeatureLinkPayload } from '../../../core/event/feature-events.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { NotFoundError } from '../../../platform/errors/general.errors.js';
import { lockFeature } from '../feature-lock.js';
import type { FeatureParams } from '../feature.dto.js';
import type { FeatureLinkDto, FeatureLinkParams } from './link.dto.js';
import { newLinkId } from './template-links.js';
import type { FeatureLinkResponse } from '../feature.response.js';
import { statement } from '../../../platform/database/statement.js';

const READ_LINKS = statement<
  [featureNames: readonly string[]],
  { featureName: string; links: FeatureLinkResponse[] }
>(
  'feature-link.read-links',
  'SELECT name AS "featureName", links FROM feature WHERE name = ANY ($1)',
);

const PUT_LINKS = statement<[changes: string]>(
  'feature-link.put-links',
  /* sql */ `
    UPDATE feature f SET links = c.links
      FROM jsonb_to_recordset($1) AS c("featureName" text, links jsonb)
     WHERE f.name = c."featureName"`,
);

type Link = FeatureLinkPayload;

/** A change of the links of one feature. */
interface LinkChange {
  featureName: string;
  before: readonly Link[];
  after: readonly Link[];
}

/**
 * Changes the links of features. A feature keeps its links in one list, ordered by id, so a link
 * that comes back returns to its place. All methods throw NotFoundError and ArchivedFeatureError
 * when there is no such live feature, and ExceedsLimitError when it would have too many links.
 */
@Injectable()
export class FeatureLinkService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Adds a link, after the others. */
  add(at: FeatureParams, dto: FeatureLinkDto, actor: Actor): Promise<void> {
    return this.restore(at, linkOf(newLinkId(), dto), actor);
  }

  /** Adds a link with the id that it had. */
  restore(at: FeatureParams, link: Link, actor: Actor): Promise<void> {
    return this.change(at, actor, (links) => [...without(links, link.id), link]);
  }

  /**
   * Replaces URL and title of a link.
   * @throws NotFoundError when the feature has no such link.
   */
  replace(at: FeatureLinkParams, dto: FeatureLinkDto, actor: Actor): Promise<void> {
    return this.change(at, actor, (links) => [
      ...without(links, requireLink(links, at).id),
      linkOf(at.linkId, dto),
    ]);
  }

  /**
   * Removes a link.
   * @throws NotFoundError when the feature has no such link.
   */
  remove(at: FeatureLinkParams, actor: Actor): Promise<void> {
    return this.change(at, actor, (links) => without(links, requireLink(links, at).id));
  }

  /**
   * Gives features, which are locked, these links and no others, within a transaction. A link with
   * the same URL and title keeps its id. The number of statements is constant.
   */
  async putAll(
    projectId: string,
    wanted: ReadonlyMap<string, readonly FeatureLinkDto[]>,
    tx: Tx,
  ): Promise<void> {
    if (wanted.size === 0) return;
    const changes = (await tx.query(READ_LINKS, [[...wanted.keys()]])).map(
      ({ featureName, links }) => ({
        featureName,
        before: links,
        after: merged(links, wanted.get(featureName)!),
      }),
    );
    await put(projectId, changes, tx);
  }

  private change(
    at: FeatureParams,
    actor: Actor,
    changed: (links: readonly Link[]) => Link[],
  ): Promise<void> {
    const { projectId, featureName } = at;
    return this.unitOfWork.run(actor, async (tx) => {
      await lockFeature(tx, { projectId, featureName }, 'update');
      const [row] = await tx.query(READ_LINKS, [[featureName]]);
      const before = row!.links;
      await put(projectId, [{ featureName, before, after: changed(before) }], tx);
    });
  }
}

/** Stores the links that have changed, and records each of them. */
async function put(projectId: string, changes: readonly LinkChange[], tx: Tx): Promise<void> {
  const changed = changes
    .map(({ after, ...change }) => ({ ...change, after: inOrder(after) }))
    .filter(({ before, after }) => !isDeepStrictEqual(before, after));
  if (changed.length === 0) return;
  await tx.query(PUT_LINKS, [
    JSON.stringify(changed.map(({ featureName, after }) => ({ featureName, links: after }))),
  ]);
  await tx.recordAll(changed.flatMap((change) => eventsOf(projectId, change)));
}

function eventsOf(project: string, { featureName, before, after }: LinkChange): DomainEvent[] {
  const [had, has] = [byId(before), byId(after)];
  const place = { project, featureName };
  return [
    ...before
      .filter(({ id }) => !has.has(id))
      .map((preData) => ({ type: 'feature-link-removed' as const, ...place, preData })),
    ...after.flatMap((data): DomainEvent[] => {
      const preData = had.get(data.id);
      if (!preData) return [{ type: 'feature-link-added', ...place, data }];
      if (isDeepStrictEqual(preData, data)) return [];
      return [{ type: 'feature-link-updated', ...place, data, preData }];
    }),
  ];
}

/** The wanted links; those that are there already keep their ids. */
function merged(links: readonly Link[], wanted: readonly FeatureLinkDto[]): Link[] {
  const rest = [...links];
  return wanted.map((dto) => {
    const link = linkOf('', dto);
    const at = rest.findIndex(({ url, title }) => url === link.url && title === link.title);
    return at < 0 ? { ...link, id: newLinkId() } : rest.splice(at, 1)[0]!;
  });
}

function linkOf(id: string, { url, title }: FeatureLinkDto): Link {
  return { id, url, title: title || null };
}

/** @throws NotFoundError */
function requireLink(links: readonly Link[], { featureName, linkId }: FeatureLinkParams): Link {
  const link = links.find(({ id }) => id === linkId);
  if (link) return link;
  throw new NotFoundError(`The feature "${featureName}" has no link with the id "${linkId}".`);
}

function without(links: readonly Link[], linkId: string): Link[] {
  return links.filter(({ id }) => id !== linkId);
}

function inOrder(links: readonly Link[]): Link[] {
  return [...links].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function byId(links: readonly Link[]): Map<string, Link> {
  return new Map(links.map((link) => [link.id, link]));
}
