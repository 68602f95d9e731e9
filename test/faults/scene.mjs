import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Instances } from './instances.mjs';
import { Cluster, DATABASE, findPrograms, ROLE } from './postgres.mjs';
import { Proxy } from './proxy.mjs';

const run = promisify(execFile);
/** Size of the file system of the primary: small enough to be filled quickly. */
const DISK = '512m';

/** The instances, their database, and the proxy and pooler between them. */
export class FaultScene {
  /**
   * The workload of the present phase.
   * @type {import('./workload.mjs').Workload | undefined}
   */
  workload;
  /** @type {Cluster[]} */
  #clusters = [];

  /** @param {string} dir @param {string} programs @param {number} holdMs */
  constructor(dir, programs, holdMs) {
    this.dir = dir;
    this.programs = programs;
    this.holdMs = holdMs;
    /**
     * A small file system, or the reason why there is none.
     * @type {{ dir: string, reason?: string }}
     */
    this.mount = { dir: join(dir, 'disk') };
  }

  /** @param {number} holdMs How long a fault lasts. */
  static async start(holdMs) {
    const programs = await findPrograms();
    const dir = await mkdtemp(join(tmpdir(), 'feature-flag-faults-'));
    await chmod(dir, 0o755);
    const scene = new FaultScene(dir, programs, holdMs);
    try {
      await scene.#begin();
    } catch (error) {
      await scene.stop();
      throw error;
    }
    return scene;
  }

  async #begin() {
    await mkdir(this.mount.dir);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', this.mount.dir]).catch(
      (error) => (this.mount.reason = `mount is not allowed (${error.message.split('\n')[1]})`),
    );
    this.primary = await this.emptyCluster('disk/primary');
    this.replica = await this.#replicaOf(this.primary);
    this.proxy = await Proxy.start(this.primary.port);
    this.direct = await Proxy.start(this.primary.port);
    const urlOf = ({ port }) => `postgres://${ROLE}@127.0.0.1:${port}/${DATABASE}`;
    this.instances = await Instances.start(
      urlOf(this.proxy),
      urlOf(this.direct),
      urlOf(this.replica),
    );
  }

  /**
   * A standby that the instances read from.
   * @param {Cluster} primary
   */
  async #replicaOf(primary) {
    const replica = await primary.standby(this.folder('replica'), 'replica');
    this.#clusters.push(replica);
    await replica.start();
    return replica;
  }

  /** A path in the folder of this run. */
  folder(name) {
    return join(this.dir, name);
  }

  /** A running cluster with an empty database of the service's role. */
  async emptyCluster(name) {
    const cluster = await Cluster.create(this.programs, this.folder(name));
    this.#clusters.push(cluster);
    await cluster.start();
    await cluster.query(`CREATE ROLE ${ROLE} LOGIN`, [], 'postgres');
    await cluster.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`, [], 'postgres');
    return cluster;
  }

  async stop() {
    await this.instances?.stop();
    for (const proxy of [this.proxy, this.direct]) await proxy?.stop();
    for (const cluster of new Set([...this.#clusters, this.primary])) await cluster?.stop();
    if (this.mount.reason === undefined) await run('umount', [this.mount.dir]).catch(() => {});
    await rm(this.dir, { recursive: true, force: true });
  }
}
