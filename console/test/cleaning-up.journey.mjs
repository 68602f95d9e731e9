// Cleaning up: the command line finds where code names a feature, and a certificate says that
// everybody always got the same.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOKEN } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey(
  'takes a feature out of the code',
  { isAlone: true },
  async ({ person, service, named }) => {
    const [project, checkout] = [named('shop'), named('checkout')];
    const path = `/projects/${project}/features/${checkout}`;
    const folder = await repositoryThatNames(checkout);
    await service.call('POST', '/projects', { id: project, name: project });
    await service.call('POST', `/projects/${project}/features`, { name: checkout });
    await service.call('POST', `${path}/environments/production/on`);
    try {
      await person.signsIn({ path });
      await person.presses(person.link('Manage'));
      await person.presses(person.link('Clean up'));
      await person.sees('No repository is scanned');
      await person.sees(person.page.getByText(/^It is so since/));
      await person.examines();
      await person.presses(certificateOf(person, 'production'));
      await person.sees('No certificate is issued while something speaks against it.');
      await person.examines();

      assert.equal(
        await statusOf(['code-refs', folder, '--send', '--project', project], service),
        0,
      );
      await letTimePass(service, project);
      await person.opens(`${path}?section=cleanup`);
      await person.sees('Cart.java:3');
      await person.opens(`/projects/${project}`);
      await person.presses(person.link('Repositories'));
      await person.sees('No line is left over');
      await person.examines();
      await person.opens(`${path}?section=manage`);
      await person.presses(person.button('Save as a template'));
      await person.sees(person.dialog('New template'));
      await person.examines();

      await person.opens(`${path}?section=cleanup`);
      const production = person.page.getByRole('region', { name: 'production' });
      await person.sees(production.getByText(/Everybody has got it as on/));
      await person.examines();
      const saving = person.page.waitForEvent('download');
      await person.presses(certificateOf(person, 'production'));
      const download = await saving;
      await person.sees('The certificate is issued and saved.');
      await person.examines();

      assert.equal(download.suggestedFilename(), `${checkout}-production.jws`);
      const certificate = join(folder, 'certificate.jws');
      await download.saveAs(certificate);
      assert.equal(await statusOf(['verify', '--certificate', certificate], service), 0);
      const change = ['--on', '--certificate', certificate, '--write'];
      assert.equal(await statusOf(['remove', checkout, folder, ...change], service), 0);
      assert.equal(await readFile(join(folder, 'Cart.java'), 'utf8'), codeWith('sells();'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

const certificateOf = (person, environment) =>
  person.button('Issue a certificate', person.page.getByRole('region', { name: environment }));

const codeWith = (body) => `class Cart {
  void buy() {
    ${body}
  }
}
`;

async function repositoryThatNames(feature) {
  const folder = await mkdtemp(join(tmpdir(), 'console-cleaning-up-'));
  const code = codeWith(`if (flags.isEnabled("${feature}")) sells(); else waits();`);
  await writeFile(join(folder, 'Cart.java'), code);
  return folder;
}

const letTimePass = (service, project) =>
  service.sql("UPDATE event SET created_at = created_at - interval '10 days' WHERE project = $1", [
    project,
  ]);

/** The exit status of the command line. */
function statusOf(args, { url }) {
  const env = { ...process.env, FLAGS_URL: url, FLAGS_TOKEN: TOKEN };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['dist/cli/main.js', ...args], { env });
    child.stderr.pipe(process.stderr);
    child.once('close', resolve);
  });
}
