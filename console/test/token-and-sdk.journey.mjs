// A token and its snippet: what is copied from the console runs with the official SDK, and so do
// the snippets of all SDKs that are here; the others name the address and the token. The token is
// deleted by the menu of its row.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { journey } from './support/journey.mjs';

const SDK_MS = 20_000;

journey(
  'token and SDK snippet that works',
  { isAlone: true },
  async ({ person, service, named }) => {
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

    assert.equal(await outputOfNode(snippet), 'true');
    await service.call('POST', `${at}/off`);
    assert.equal(await outputOfNode(snippet), 'false');

    await person.presses(person.button('Connect'));
    await person.sees('The secret was shown when the token was created.');
    await person.examines();
    await person.presses(person.button('Close'));

    await person.presses(person.button(`More actions of ${named('web-shop')}`));
    await person.examines();
    await person.presses(person.page.getByRole('menuitem', { name: 'Delete', exact: true }));
    await person.presses(person.button(`Delete the token ${named('web-shop')}`));
    await person.sees('There are no tokens yet');
  },
);

const CLIENT = ['Node.js', 'Java', 'Python', 'Go', '.NET', 'PHP', 'Ruby', 'Rust', 'curl'];

journey(
  'snippets of all SDKs, for each type of token',
  { isAlone: true },
  async ({ person, service, named }) => {
    const checkout = named('checkout');
    const feature = `/projects/default/features/${checkout}`;
    await service.call('POST', '/projects/default/features', { name: checkout });
    await service.call('POST', `${feature}/environments/production/on`);
    await person.signsIn({ path: '/api-tokens' });

    const client = await snippetsOf(person, named('client'), 'Client: SDKs on servers', checkout);
    assert.deepEqual(Object.keys(client), CLIENT);
    assert.equal(await outputOfNode(client['Node.js']), 'true');
    const { features } = JSON.parse(await outputOfShell(client.curl));
    assert.equal(features.find(({ name }) => name === checkout).enabled, true);

    const type = 'Frontend: browsers and apps; may be public';
    const frontend = await snippetsOf(person, named('frontend'), type, checkout);
    assert.deepEqual(Object.keys(frontend), ['Browser', 'curl']);
    assert.equal(await outputOfNode(frontend.Browser), 'true');
    const { toggles } = JSON.parse(await outputOfShell(frontend.curl));
    assert.equal(toggles.find(({ name }) => name === checkout).enabled, true);

    const admin = await snippetsOf(person, named('admin'), 'Admin: the whole API');
    assert.deepEqual(Object.keys(admin), ['curl']);
    const { projects } = JSON.parse(await outputOfShell(admin.curl));
    assert.ok(projects.some(({ id }) => id === 'default'));
  },
);

/** Creates a token of this type, and reads its snippets, which ask for a feature. */
async function snippetsOf(person, name, type, feature) {
  await person.presses(person.button('Create a token').first());
  const form = person.dialog('Create a token');
  await person.types(person.field('Name', form), name);
  await person.chooses(person.field('Type', form), type);
  const environment = person.field('Environment', form);
  if (await environment.isVisible()) await person.chooses(environment, 'production');
  await person.presses(person.button('Create', form));

  const shown = person.dialog(`The token ${name}`);
  const secret = await shown.getByLabel('Secret of the token', { exact: true }).textContent();
  const sdks = await person.field('SDK', shown).getByRole('option').allTextContents();
  if (feature) await person.sees(shown.getByText(feature));
  const snippets = {};
  for (const sdk of sdks) {
    await person.chooses(person.field('SDK', shown), sdk);
    snippets[sdk] = await shown.getByLabel(`Snippet for ${sdk}`, { exact: true }).textContent();
    assert.ok(snippets[sdk].includes(`${person.url}/api`), `${sdk}: ${snippets[sdk]}`);
    assert.ok(snippets[sdk].includes(secret), `${sdk}: ${snippets[sdk]}`);
  }
  await person.examines();
  await person.presses(person.button('I have saved it', shown));
  return snippets;
}

/** The first line that a program prints, which is nothing but the snippet. */
async function outputOfNode(snippet) {
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

/** What a command prints, once it has ended. */
async function outputOfShell(command) {
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { timeout: SDK_MS });
  return stdout;
}
