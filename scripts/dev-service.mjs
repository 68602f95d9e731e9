// Becomes the service when it is told to, and loads the packages of the service until then.
import { once } from 'node:events';

const PACKAGES = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/platform-express',
  '@nestjs/swagger',
  '@nestjs/typeorm',
  'class-transformer',
  'class-validator',
  'pino',
  'prom-client',
  'typeorm',
  'unleash-client',
];

const started = once(process, 'message');
// The service stops, too, when scripts/dev.mjs was killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
for (const name of PACKAGES) await import(name);
await started;
await import('../dist/src/main.js');
