import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { loadConfig } from './platform/config/load-config.js';
import { openApiDocument } from './platform/http/openapi/document.js';
import { OPENAPI_TAGS } from './openapi-tags.js';
import { writeOpenApiFiles } from './platform/http/openapi/write-files.js';

/**
 * Writes the OpenAPI document of the compiled service, as a step of the build. Descriptions
 * come from comments, which only the build sees. Needs no database.
 */
async function main(): Promise<void> {
  const app = await NestFactory.create(
    AppModule.with(loadConfig({ DATABASE_URL: 'postgres://nobody@localhost/none' })),
    {
      preview: true,
      logger: false,
    },
  );
  await writeOpenApiFiles(openApiDocument(app, OPENAPI_TAGS));
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
