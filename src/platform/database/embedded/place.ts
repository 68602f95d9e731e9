import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a process runs and which folder it sees. Shows whether recorded pids and sockets are
 * meaningful here; they are not in another container or on another machine.
 */
export interface Place {
  /**
   * Identifies one boot of a kernel, shared by all its containers; null when the platform does not
   * tell.
   */
  boot: string | null;
  /** Pids are only meaningful within one namespace. */
  pidNamespace: string | null;
  /** Device and inode of the folder; they differ between mounts of a network file system. */
  folder: string;
  /** Whether only one kernel can mount the file system at a time. */
  localFileSystem: boolean;
  /** Name of the container or machine, for messages only. */
  host: string;
}

/** Magic numbers of statfs(2): ext, xfs, btrfs, f2fs, zfs, tmpfs, overlayfs, bcachefs. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630, 0xca451a4e,
]);

/** The place of this process, with respect to `folder`. */
export function placeOf(folder: string): Place {
  const { dev, ino } = statSync(folder);
  const { type } = statfsSync(folder);
  const isLinux = process.platform === 'linux';
  return {
    boot: isLinux ? bootFromProc() : bootFromSysctl(),
    pidNamespace: isLinux ? pidNamespace() : process.platform,
    folder: `${dev}:${ino}`,
    localFileSystem: isLinux && LOCAL_FILE_SYSTEMS.has(type),
    host: hostname(),
  };
}

/** Whether both places see the same pids. */
export function sharesProcesses(a: Place, b: Place): boolean {
  return sharesKernel(a, b) && a.pidNamespace !== null && a.pidNamespace === b.pidNamespace;
}

/** Whether a refused socket in the folder proves for both that nobody listens. */
export function sharesSockets(a: Place, b: Place): boolean {
  return sharesKernel(a, b) && a.folder === b.folder;
}

/** Whether the processes of one place ended before the kernel of the other started. */
export function excludeEachOther(a: Place, b: Place): boolean {
  return (
    a.boot !== null &&
    b.boot !== null &&
    a.boot !== b.boot &&
    a.localFileSystem &&
    b.localFileSystem
  );
}

function sharesKernel(a: Place, b: Place): boolean {
  return a.boot !== null && a.boot === b.boot;
}

function bootFromProc(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || null;
  } catch {
    return null;
  }
}

function bootFromSysctl(): string | null {
  const { stdout } = spawnSync('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid'], {
    encoding: 'utf8',
  });
  return stdout?.trim() || null;
}

function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
