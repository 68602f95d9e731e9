// Flags as code: what a folder describes is marked, a change by hand is drift, and applying the
// folder again undoes it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey('describes features by files', async ({ person, service, named }) => {
  const [owner, checkout] = [named('shop'), named('checkout')];
  const folder = await mkdtemp(join(tmpdir(), 'console-as-code-'));
  await writeFile(join(folder, 'flags.yaml'), descriptionOf(owner, checkout));
  const flags = (command) => statusOf([command, folder], service.url);
  try {
    assert.equal(await flags('drift'), 2);
    assert.equal(await flags('apply'), 0);
    assert.equal(await flags('drift'), 0);

    await person.signsIn({ path: `/features?q=${checkout}` });
    await person.sees('as code');
    await person.examines();
    await person.presses(person.link(checkout));
    await person.sees(`Managed by code, in the folder ${owner}.`);
    await person.presses(person.page.getByRole('switch', { name: 'development' }));
    await person.sees(`${checkout} is off in development.`);
    await person.examines();
    assert.equal(await flags('drift'), 2);

    assert.equal(await flags('apply'), 0);
    await person.sees(person.page.getByRole('switch', { name: 'development', checked: true }));
    assert.equal(await flags('drift'), 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const descriptionOf = (owner, feature) => `
owner: ${owner}
features:
  - name: ${feature}
    project: default
    environments:
      - name: development
        enabled: true
        strategies:
          - { name: flexibleRollout, parameters: { rollout: '25' } }
`;

/** The exit status of the command line. */
function statusOf(args, url) {
  const env = { ...process.env, FLAGS_URL: url, FLAGS_TOKEN: TOKEN };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['dist/cli/main.js', ...args], { env });
    child.once('close', resolve);
  });
}
