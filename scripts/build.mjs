// Compiles the service into dist/, like `tsc` with the plugin of @nestjs/swagger that turns types
// and comments into OpenAPI, writes the OpenAPI document, and builds the console.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { before as swaggerPlugin } from '@nestjs/swagger/plugin';
import ts from 'typescript';
import { buildConsole } from './build-console.mjs';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const CONFIG = 'tsconfig.build.json';

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
  if (status === 0) await buildConsole();
}
