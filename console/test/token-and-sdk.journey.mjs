// A token and its snippet: what is copied from the console runs with the official SDK.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { journey } from './support/journey.mjs';

const SDK_MS = 20_000;

journey('token and SDK snippet that works', async ({ person, service, named }) => {
  const [project, checkout] = [named('shop'), named('checkout')];
  const at = `/projects/${project}/features/${checkout}/environments/production`;
  await service.call('POST', '/projects', { id: project, name: project });
  await service.call('POST', `/projects/${project}/features`, { name: checkout });
  await service.call('POST', `${at}/on`);

  await person.signsIn({ path: `/projects/${project}/api-tokens` });
  await person.sees('There are no tokens yet');
  await person.examines();
  await person.presses(person.button('Create a token'));
  const form = person.dialog('Create a token');
  await person.types(person.field('Name', form), named('web-shop'));
  await person.chooses(person.field('Environment', form), 'production');
  await person.presses(person.button('Create', form));

  const shown = person.dialog(`The token ${named('web-shop')}`);
  await person.chooses(person.field('SDK', shown), 'curl');
  await person.sees(person.field('Snippet for curl', shown));
  await person.chooses(person.field('SDK', shown), 'Node.js');
  await person.sees(shown.getByText(`isEnabled('${checkout}'`));
  await person.examines();
  await person.presses(person.button('Copy Snippet for Node.js', shown));
  await person.sees(person.button('Copied', shown));
  const snippet = await person.page.evaluate(() => navigator.clipboard.readText());
  await person.presses(person.button('I have saved it', shown));

  assert.equal(await firstOutputOf(snippet), 'true');
  await service.call('POST', `${at}/off`);
  assert.equal(await firstOutputOf(snippet), 'false');

  await person.presses(person.button('Connect'));
  await person.sees('The secret was shown when the token was created.');
  await person.examines();
});

/** The first line that a program prints, which is nothing but the snippet. */
async function firstOutputOf(snippet) {
  const folder = await mkdtemp(join(tmpdir(), 'console-snippet-'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'app.mjs'), snippet);
  const program = spawn(process.execPath, ['app.mjs'], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder }, // The SDK keeps a backup there.
    timeout: SDK_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const chunk of program.stdout) return String(chunk).trim();
    return 'nothing';
  } finally {
    program.kill();
    await rm(folder, { recursive: true, force: true });
  }
}
