import type { Schemas } from '../../../api/client.js';

export type ImportData = Schemas['ImportDto']['data'];

/** The service refuses larger requests. */
export const MAX_MEGABYTES = 10;
const MAX_BYTES = MAX_MEGABYTES * 1_048_576;

/** What is wrong with a file. */
export type FileProblem = 'noFile' | 'notJson' | 'tooLarge';

/** The file cannot be imported, for one of these reasons. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';

  constructor(readonly problem: FileProblem) {
    super(problem);
  }
}

/**
 * Reads an exported file.
 * @throws UnusableFile
 */
export async function readExport(file: File | null | undefined): Promise<ImportData> {
  if (!file || file.size === 0) throw new UnusableFile('noFile');
  if (file.size > MAX_BYTES) throw new UnusableFile('tooLarge');
  const data = parsed(await file.text());
  if (!isExport(data)) throw new UnusableFile('notJson');
  return data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isExport(data: unknown): data is ImportData {
  return (
    typeof data === 'object' &&
    data !== null &&
    Array.isArray((data as { features?: unknown }).features)
  );
}

/** Has the browser save data as a JSON file. */
export function saveAsFile(data: unknown, name: string): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by the next task; then the browser needs the address no more.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
