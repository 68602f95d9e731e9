import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * Where a process runs and which folder it sees. It tells whether the pids and sockets that a
 * process has recorded mean anything here: not in another container, not on another machine.
 */
export interface Place {
  /**
   * One run of a kernel, the same for all containers on it. Null when the platform does not tell.
   */
  boot: string | null;
  /** Processes see the pids of their own namespace only. */
  pidNamespace: string | null;
  /** Device and inode of the folder: two mounts of a network file system differ in it. */
  folder: string;
  /** Whether the file system is one that a single kernel mounts at a time. */
  localFileSystem: boolean;
  /** For messages only: the name of a container or machine. */
  host: string;
}

/** Magic numbers of statfs(2): ext, xfs, btrfs, f2fs, zfs, tmpfs, overlayfs, bcachefs. */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994, 0x794c7630, 0xca451a4e,
]);

/** The place of this process, which sees `folder`. */
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

/** Whether both see the same pids. */
export function sharesProcesses(a: Place, b: Place): boolean {
  return sharesKernel(a, b) && a.pidNamespace !== null && a.pidNamespace === b.pidNamespace;
}

/** Whether a socket in the folder that refuses one of them is one that nobody listens on. */
export function sharesSockets(a: Place, b: Place): boolean {
  return sharesKernel(a, b) && a.folder === b.folder;
}

/** Whether the processes of one of them ended before the other's kernel was started. */
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
