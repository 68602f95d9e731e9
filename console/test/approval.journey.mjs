// Approval by two people: one proposes to turn a feature on, another approves and applies it. In an
// emergency, one person turns it off at once.
import assert from 'node:assert/strict';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';
import { tomorrow } from './support/tomorrow.mjs';

journey('approval by two people', async ({ person: author, meet, service, named }) => {
  const [project, checkout, mira] = ['shop', 'checkout', 'mira'].map(named);
  const at = `/projects/${project}/features/${checkout}/environments/production`;
  const isOn = async () => (await service.call('GET', at)).enabled;
  await service.call('POST', '/projects', { id: project, name: project });
  await service.call('POST', `/projects/${project}/features`, { name: checkout });
  await service.call('POST', '/user-admin', {
    ...{ username: mira, name: mira, password: PASSWORD, rootRole: 'Editor' },
  });
  const reviewer = await meet();

  await author.signsIn({ path: `/projects/${project}/settings` });
  const rules = author.page.getByRole('region', { name: 'Approvals' });
  await author.chooses(author.field('production', rules), '1 approval');
  await author.sees('Approvals in production: saved.');
  await author.examines();

  await author.opens(`/projects/${project}/features/${checkout}`);
  await author.presses(author.page.getByRole('switch', { name: 'production' }));
  const on = author.dialog(`Turn on ${checkout} in production`);
  await author.sees(on.getByText('production requires approvals.'));
  await author.examines();
  await author.presses(author.button('Add to your change request', on));
  await author.presses(author.button('Show it'));
  await author.sees(author.page.getByRole('row', { name: /^enabled .*false .*true$/ }));
  await author.examines();

  await author.presses(author.button('Request reviews'));
  const reviews = author.dialog('Request reviews');
  await author.picks(reviews.getByRole('combobox', { name: 'Reviewers' }), mira);
  await author.examines();
  await author.presses(author.button('Request reviews', reviews));
  await author.sees('The reviews are requested.');
  await author.presses(author.button('Send to review'));
  await author.presses(author.button('Send to review', author.page.getByRole('dialog')));
  await author.sees('It is sent to review.');
  const ownApproval = author.button('Approve');
  await author.presses(ownApproval);
  await author.sees('somebody else has to review it');
  await author.examines();
  assert.equal(await isOn(), false, 'What is proposed changes nothing.');

  await reviewer.signsIn({ username: mira, path: '/change-requests?show=to-review' });
  await reviewer.examines();
  await reviewer.presses(reviewer.page.getByRole('link', { name: /^Change request #/ }));
  await reviewer.presses(reviewer.button('Approve'));
  const approval = reviewer.page.getByRole('dialog');
  await reviewer.types(reviewer.field('Comment', approval), 'The load test is through.');
  await reviewer.examines();
  await reviewer.presses(reviewer.button('Approve', approval));
  await reviewer.sees('You have approved it.');
  await reviewer.sees('The load test is through.');
  await reviewer.presses(reviewer.button('Schedule'));
  const time = reviewer.page.getByRole('dialog');
  await reviewer.types(reviewer.field('Time', time), tomorrow());
  await reviewer.examines();
  await reviewer.presses(reviewer.button('Schedule', time));
  await reviewer.sees('It is scheduled.');
  await reviewer.sees('Scheduled for');
  await reviewer.examines();
  assert.equal(await isOn(), false);
  await reviewer.presses(reviewer.button('Apply'));
  await reviewer.presses(reviewer.button('Apply', reviewer.page.getByRole('dialog')));
  await reviewer.sees('It is applied.');
  await reviewer.examines();
  assert.equal(await isOn(), true);

  await author.opens(`/projects/${project}/features/${checkout}`);
  await author.presses(author.page.getByRole('switch', { name: 'production' }));
  const off = author.dialog(`Turn off ${checkout} in production`);
  await author.types(author.field('Reason', off), 'Nobody can pay.');
  await author.examines();
  await author.presses(author.button('Turn off in production at once', off));
  await author.sees(`${checkout} is off in production.`);
  assert.equal(await isOn(), false);
});
