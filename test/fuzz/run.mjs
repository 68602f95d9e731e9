// Sends generated requests to every operation of the OpenAPI document. See docs/develop/fuzz.md.
import { parseArgs } from 'node:util';
import { generatedInstance } from '../live/instance.mjs';
import { Scene } from '../live/scene.mjs';
import { ServiceProcess } from '../live/service-process.mjs';
import { FuzzCallers, ENVIRONMENT } from './callers.mjs';
import { FuzzCampaign } from './campaign.mjs';
import { summary } from './summary.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '40' },
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string' },
    path: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const options = { ...values, seed, runs: Number(values.runs), seconds: Number(values.seconds) };

const instance = await generatedInstance('empty');
try {
  process.exitCode = await fuzz(instance.url);
} finally {
  await instance.remove();
}

/** @param {string} databaseUrl @returns {Promise<number>} The exit status. */
async function fuzz(databaseUrl) {
  console.log(`seed ${seed}, up to ${options.runs} runs per operation, ${options.seconds} s`);
  const service = await ServiceProcess.start(databaseUrl, { environment: ENVIRONMENT });
  try {
    const document = await (await fetch(`${service.url}/docs/openapi.json`)).json();
    const scene = new Scene(service.url);
    const callers = new FuzzCallers(scene);
    const campaign = new FuzzCampaign({ service, scene, callers, document, options });
    const failures = await campaign.run();
    console.log(summary(campaign, failures));
    return failures.length > 0 ? 1 : 0;
  } finally {
    await service.stop();
  }
}
