// A banner for everybody: an administrator announces maintenance, another person reads it, and it
// goes when it is deleted.
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

journey(
  'a banner for everybody',
  { isAlone: true },
  async ({ person: admin, meet, service, named }) => {
    const [mira, message] = [named('mira'), `Maintenance ${named('tonight')}`];
    await service.call('POST', '/user-admin', {
      ...{ username: mira, name: mira, password: PASSWORD, rootRole: 'Viewer' },
    });

    await admin.signsIn({ path: '/banners' });
    await admin.sees('There are no banners yet');
    await admin.examines();
    await admin.presses(admin.button('Create a banner'));
    const form = admin.dialog('Create a banner');
    await admin.types(admin.field('Message', form), message);
    await admin.chooses(admin.field('Looks like', form), 'Warning');
    await admin.chooses(admin.field('Button or link', form), 'A button that shows more text');
    await admin.types(admin.field('Title of the text', form), 'Why');
    await admin.types(admin.field('Text', form), 'The database gets **more room**.');
    await admin.examines();
    await admin.presses(admin.button('Create', form));
    await admin.sees('The banner is saved.');
    await admin.sees(admin.page.getByRole('region', { name: 'Banners' }).getByText(message));
    await admin.examines();

    const reader = await meet();
    await reader.signsIn({ username: mira, path: '/features' });
    await reader.sees(message);
    await reader.presses(reader.button('Read more'));
    await reader.sees(reader.dialog('Why').getByText('more room'));
    await reader.examines();

    await admin.presses(admin.button(`Delete: ${message}`));
    await admin.presses(admin.button('Delete', admin.dialog('Delete the banner')));
    await admin.sees('There are no banners yet');
    await reader.opens('/features');
    await reader.heading('Features').waitFor();
    await reader.seesNoMore(message);
  },
);
