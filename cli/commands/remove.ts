import { isUtf8 } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type TypeScript from 'typescript';
import { isQuoted } from '../code/references.js';
import { SourceFolder } from '../code/source-files.js';
import { CliError, type Connection } from '../connection.js';
import { printable, type Printer } from '../output.js';
import { isJava, removeFromJava } from '../removal/java-removal.js';
import { unifiedDiff } from '../removal/line-diff.js';
import type { LeftOver, Rewritten, Wanted } from '../removal/removal.js';
import { isTypeScript, removeFromTypeScript } from '../removal/typescript-removal.js';
import { requireCertificate } from '../removal/certificate.js';

/** Options of `flags remove`. */
export interface RemoveOptions {
  feature: string;
  folder: string;
  on?: boolean;
  off?: boolean;
  project?: string;
  environment?: string[];
  certificate?: string[];
  withoutCertificate?: boolean;
  days?: string;
  call?: string[];
  dropCalls?: boolean;
  write?: boolean;
}

type Compiler = typeof TypeScript;

/**
 * Takes a feature out of the code of a folder: prints the differences, or writes the files.
 * @returns The exit code: 1 when something is left to do by hand, or was not looked at.
 */
export async function remove(
  connect: () => Connection,
  printer: Printer,
  options: RemoveOptions,
): Promise<number> {
  const { feature, folder } = options;
  if (Boolean(options.on) === Boolean(options.off))
    throw new CliError('Say what the code gets from now on: --on or --off.', 2);
  const value = options.on === true;
  if (!options.withoutCertificate)
    await requireCertificate(connect(), printer, { feature, value }, options);
  const wanted = { feature, value, calls: options.call ?? [], dropsCalls: !!options.dropCalls };
  let left = 0;
  const compiler = compilerOf(folder);
  const source = new SourceFolder(folder, printer);
  for (const file of source.files()) {
    const content = source.contentOf(file);
    const text = content.toString();
    if (!isQuoted(text, feature)) continue;
    const rewritten = rewrittenOf(file, content, wanted, compiler);
    for (const { line, reason } of rewritten.left)
      printer.note(printable(`By hand: ${file}:${line} ${reason}.`));
    left += rewritten.left.length;
    if (options.write && rewritten.text !== text)
      writeFileSync(path.join(folder, file), rewritten.text);
    const diff = unifiedDiff(file.split(path.sep).join('/'), text, rewritten.text);
    if (diff) printer.print(diff.trimEnd());
  }
  return left + source.leftOut > 0 ? 1 : 0;
}

/** A file without the feature, or where it is named if that cannot be changed. */
function rewrittenOf(
  file: string,
  content: Buffer,
  wanted: Wanted,
  compiler: Compiler | undefined,
): Rewritten {
  const text = content.toString();
  const untouched = (reason: string): Rewritten => ({ text, left: named(text, wanted, reason) });
  if (!isUtf8(content)) return untouched('is not encoded as UTF-8');
  if (isJava(file)) return removeFromJava(text, wanted) ?? untouched('cannot be read as Java');
  if (!isTypeScript(file)) return untouched('is neither TypeScript, JavaScript nor Java');
  if (!compiler)
    return untouched('needs the package "typescript" (5 or 6) where the code is: npm install');
  return removeFromTypeScript(compiler, file, text, wanted) ?? untouched('cannot be parsed');
}

function named(text: string, { feature }: Wanted, reason: string): LeftOver[] {
  return text
    .split('\n')
    .flatMap((line, index) => (isQuoted(line, feature) ? [{ line: index + 1, reason }] : []));
}

/** The compiler that the repository uses; the command line has none of its own. */
function compilerOf(folder: string): Compiler | undefined {
  try {
    const require = createRequire(path.join(path.resolve(folder), 'package.json'));
    const compiler = require('typescript') as Partial<Compiler>;
    return compiler.createSourceFile ? (compiler as Compiler) : undefined;
  } catch {
    return undefined;
  }
}
