/** A backup or restore cannot be done. The message tells the operator why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
