import { stopSharedService } from './shared-service.mjs';

export default async function tearDown() {
  await stopSharedService(); // jest runs a few files in this process instead of in workers
  await globalThis.tearDownTests?.();
}
