// Compiles the service into dist/, like `tsc` with the plugin of @nestjs/swagger that turns types
// and comments into OpenAPI, writes the OpenAPI document, and builds the console.
//   node scripts/build.mjs
//   node scripts/build.mjs --if-changed    does nothing if dist/ was built from the present
//                                          sources, so that a command does not disturb a
//                                          running service
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { before as swaggerPlugin } from '@nestjs/swagger/plugin';
import ts from 'typescript';
import { buildConsole } from './build-console.mjs';
import { hashOf } from './source-hash.mjs';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const CONFIG = 'tsconfig.build.json';
const SOURCES = [
  'cli',
  'console',
  'migrations',
  'scripts',
  'src',
  'package-lock.json',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
];
/** Written by the build itself. */
const GENERATED = 'console/src/api/schema.d.ts';
/** Contains the hash of the sources of a complete build. */
const BUILT_FROM = 'dist/.built-from';

const SWAGGER_PLUGIN = {
  dtoFileNameSuffix: ['.dto.ts', '.response.ts', '.params.ts'],
  introspectComments: true,
  classValidatorShim: true,
  esmCompatible: true,
  skipAutoHttpCode: true,
  controllerKeyOfComment: 'summary',
  controllerFileNameSuffix: '.controller.ts',
};

process.chdir(ROOT);
const sources = hashOf(SOURCES, (file) => file !== GENERATED);
const isBuilt = existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === sources;
if (process.argv.includes('--if-changed') && isBuilt) process.exit();
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(CONFIG, ts.sys.readFile).config,
  ts.sys,
  ROOT,
);
const program = ts.createProgram(fileNames, options);
rmSync(options.outDir, { recursive: true, force: true });
const emitted = program.emit(undefined, undefined, undefined, false, {
  before: [swaggerPlugin(SWAGGER_PLUGIN, program)],
});
const problems = [...errors, ...ts.getPreEmitDiagnostics(program), ...emitted.diagnostics];
if (problems.length > 0) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => '\n',
  };
  console.error(ts.formatDiagnosticsWithColorAndContext(problems, host));
  process.exitCode = 1;
} else {
  const { status } = spawnSync(process.execPath, ['dist/src/write-openapi.js'], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
  if (status === 0) {
    await buildConsole();
    writeFileSync(BUILT_FROM, sources);
  }
}
