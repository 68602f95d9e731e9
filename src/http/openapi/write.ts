import { readFile, writeFile } from 'node:fs/promises';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../app.module.js';
import { loadConfig } from '../../config/config.js';
import { openApiDocument } from './document.js';

/**
 * Writes the OpenAPI document of the built service into a file, or (`--check`) fails when the file is not what would be written.
 * Of the built service: descriptions come from comments, which only the build sees. No database is needed.
 */
async function main(args: string[]): Promise<void> {
  const file = args.at(-1)!;
  const app = await NestFactory.create(AppModule.with(loadConfig({ DATABASE_URL: 'postgres://nobody@localhost/none' })), {
    preview: true,
    logger: false,
  });
  const text = `${JSON.stringify(openApiDocument(app), null, 2)}\n`;
  if (!args.includes('--check')) return writeFile(file, text);
  if ((await readFile(file, 'utf8')) !== text)
    throw new Error(`${file} is not what the code says any more: run "npm run openapi" and look at the difference.`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
