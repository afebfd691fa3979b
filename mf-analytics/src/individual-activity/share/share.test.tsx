import '@testing-library/jest-dom';
import { enterText } from '@readerlens/ui/testing';
import { sessionStore } from '@readerlens/auth';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { detail } from '../../testing/engagements.ts';
import { startFakeApi } from '../../testing/fake-api.ts';
import type { FakeApi } from '../../testing/fake-api.ts';
import { openActivity } from '../../testing/open-activity.tsx';
import { closeScreens } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/session.ts';

const sharePath = '/api/analytics/share-individual-activity';
const previewPath = `${sharePath}/preview`;
const qualifiedId = 'Webinar-1-5';

// The page loads it on demand, which takes long the first time.
beforeAll(() => import('./share.dialog.tsx'));

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
  fake.answers['/api/analytics/reader-activities/Webinar/1-5'] = { data: [] };
  fake.answers['/api/analytics/search-details/individual-activity/Webinar/1-5'] = {
    data: detail(5, { activityType: 'Webinar', qualifiedId }),
  };
  fake.answers[sharePath] = { data: { recipients: 1 }, message: 'Report shared successfully' };
  signIn({ role: 'Internal' });
  act(() => sessionStore.setState({ claims: { sub: 'u1', role: 'Internal', exp: 4_000_000_000 } as never }));
});
afterEach(async () => {
  await closeScreens();
  await fake.stop();
});

const open = async () => {
  const opened = openActivity(`/individual-activity/search/-/${qualifiedId}`);
  await opened.user.click(await screen.findByRole('button', { name: 'Share by email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share activity' }));
  return { ...opened, dialog };
};
type Dialog = Awaited<ReturnType<typeof open>>;

const fill = async ({ user, dialog }: Dialog, number = 1, email = `r${number}@partners.example`) => {
  await enterText(user, dialog.getByLabelText(`Name of recipient ${number}`), `Ana ${number}`);
  await enterText(user, dialog.getByLabelText(`Email of recipient ${number}`), email);
};
const sendButton = ({ dialog }: Dialog) => dialog.getByRole('button', { name: 'Send' });

it('sends a mail to all recipients, with both reports by default', async () => {
  const opened = await open();
  const { user, dialog } = opened;
  expect(sendButton(opened)).toBeDisabled();
  expect(dialog.getByLabelText(/^Subject/)).toHaveValue('Webinar from Cell Therapy');
  await fill(opened);
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getByLabelText('Type of recipient 2')).toHaveFocus();
  expect(sendButton(opened)).toBeDisabled();
  await fill(opened, 2);
  await user.selectOptions(dialog.getByLabelText('Type of recipient 2'), 'Bcc');
  await user.click(dialog.getByRole('switch', { name: 'Attach Excel report' }));
  await user.click(sendButton(opened));
  expect(await screen.findByText('Report shared successfully')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(fake.calls.at(-1)).toMatchObject({
    path: sharePath,
    headers: { 'content-type': expect.stringContaining('multipart/form-data') },
    body: {
      activityReportId: qualifiedId,
      addresses: [
        { type: 'To', name: 'Ana 1', email: 'r1@partners.example' },
        { type: 'Bcc', name: 'Ana 2', email: 'r2@partners.example' },
      ],
      subject: 'Webinar from Cell Therapy',
      body: '',
      attachReportExcel: false,
      attachReportPdf: true,
    },
  });
});

it('shows the errors of a row once the user has left it', async () => {
  const opened = await open();
  const { user, dialog } = opened;
  await fill(opened, 1, 'ana@partners');
  expect(dialog.queryByText('Invalid Email Address')).not.toBeInTheDocument();
  await user.click(dialog.getByLabelText('Name of recipient 1'));
  expect(dialog.getByText('Invalid Email Address')).toBeVisible();
  await user.clear(dialog.getByLabelText('Name of recipient 1'));
  await user.tab();
  expect(dialog.getByText('Name Is Required')).toBeVisible();
  await user.clear(dialog.getByLabelText('Email of recipient 1'));
  expect(dialog.getByText('Email Is Required')).toBeVisible();
  await user.clear(dialog.getByLabelText(/^Subject/));
  expect(dialog.getByText('Subject Is Required')).toBeVisible();
  expect(sendButton(opened)).toBeDisabled();
});

it('has one to twenty rows', async () => {
  const { user, dialog } = await open();
  expect(dialog.getByRole('button', { name: 'Remove recipient 1' })).toBeDisabled();
  for (let more = 0; more < 21; more += 1)
    await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  expect(dialog.getAllByRole('group', { name: /^Recipient \d+$/ })).toHaveLength(20);
  expect(dialog.getByText('20 of 20')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Remove recipient 7' }));
  expect(dialog.getByText('19 of 20')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Add recipient' })).toHaveFocus();
});

it('stays open with the reason when the mail was not sent', async () => {
  fake.answers[sharePath] = { status: 400, message: 'Invalid Email Address' };
  const opened = await open();
  await fill(opened);
  await opened.user.click(sendButton(opened));
  expect(await opened.dialog.findByText('Invalid Email Address')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid Email Address');
  expect(sendButton(opened)).toBeEnabled();
  expect(opened.dialog.getByLabelText('Name of recipient 1')).toHaveValue('Ana 1');
});

it('shows at its row which recipient was refused', async () => {
  const message = 'The address is not allowed.';
  const details = [{ path: 'addresses.1.email', message }];
  fake.answers[sharePath] = { status: 400, message, details };
  const opened = await open();
  const { user, dialog } = opened;
  await fill(opened);
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  await fill(opened, 2);
  await user.click(sendButton(opened));
  await waitFor(() =>
    expect(dialog.getByLabelText('Email of recipient 2')).toHaveAccessibleDescription(message),
  );
});

it('stays open when the server says that the mail was not shared', async () => {
  fake.answers[sharePath] = { top: { success: false }, message: 'The mail server is full.' };
  const opened = await open();
  await fill(opened);
  await opened.user.click(sendButton(opened));
  expect(await opened.dialog.findByText('The mail server is full.')).toBeVisible();
  await waitFor(() => expect(sendButton(opened)).toBeEnabled());
  expect(opened.dialog.getByLabelText('Name of recipient 1')).toHaveValue('Ana 1');
});

it('cannot be sent twice or closed while it is being sent', async () => {
  let finish = () => {};
  fake.answers[sharePath] = {
    data: { recipients: 1 },
    message: 'Report shared successfully',
    after: new Promise((resolve) => {
      finish = resolve;
    }),
  };
  const opened = await open();
  await fill(opened);
  await opened.user.click(sendButton(opened));
  expect(await opened.dialog.findByRole('button', { name: 'Sending' })).toBeDisabled();
  await opened.user.keyboard('{Escape}');
  expect(opened.dialog.getByRole('button', { name: 'Sending' })).toBeVisible();
  act(finish);
  expect(await screen.findByText('Report shared successfully')).toBeVisible();
  expect(fake.calls.filter(({ path }) => path === sharePath)).toHaveLength(1);
});

it('sends one mail for two clicks, and another once the first was refused', async () => {
  fake.answers[sharePath] = { status: 400, message: 'Invalid Email Address' };
  const opened = await open();
  await fill(opened);
  const twice = () =>
    act(() => {
      fireEvent.click(sendButton(opened));
      fireEvent.click(sendButton(opened));
    });
  twice();
  expect(await opened.dialog.findByText('Invalid Email Address')).toBeVisible();
  fake.answers[sharePath] = { data: { recipients: 1 }, message: 'Report shared successfully' };
  twice();
  expect(await screen.findByText('Report shared successfully')).toBeVisible();
  expect(fake.calls.filter(({ path }) => path === sharePath)).toHaveLength(2);
});

it('finds a duplicate address regardless of case', async () => {
  const opened = await open();
  const { user, dialog } = opened;
  await fill(opened);
  await user.click(dialog.getByRole('button', { name: 'Add recipient' }));
  await user.selectOptions(dialog.getByLabelText('Type of recipient 2'), 'Cc');
  await fill(opened, 2, 'R1@Partners.example');
  await user.tab();
  expect(dialog.getByText('This email is already a recipient')).toBeVisible();
  expect(dialog.getByLabelText('Email of recipient 1')).toBeValid();
  expect(sendButton(opened)).toBeDisabled();
  await user.type(dialog.getByLabelText('Email of recipient 1'), '.org');
  expect(sendButton(opened)).toBeEnabled();
});

it('asks before it discards user input, and guards the page meanwhile', async () => {
  const opened = await open();
  const { user, guards } = opened;
  const questions = () => [...guards].map((guard) => guard());
  expect(questions()).toEqual([undefined]);
  await fill(opened);
  expect(questions()).toEqual([expect.stringContaining('will be lost')]);
  await user.click(opened.dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(opened.dialog.getByLabelText('Name of recipient 1')).toHaveValue('Ana 1');
  await user.click(opened.dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(questions()).toEqual([]);
  expect(fake.paths()).not.toContain('analytics/share-individual-activity');
});

it('closes without asking when nothing was entered', async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('previews the mail', async () => {
  fake.answers[previewPath] = {
    data: {
      from: 'Ines Okafor <ines@client.example>',
      subject: 'Masked subject',
      html: '<body><p>Hello <strong>Ana</strong></p><script>alert(1)</script></body>',
      text: 'Hello Ana',
      attachments: [{ name: 'Activity Report.pdf', type: 'application/pdf', size: 108_000 }],
    },
  };
  const opened = await open();
  await fill(opened);
  await opened.user.click(opened.dialog.getByRole('tab', { name: 'Preview' }));
  const mail = await opened.dialog.findByTitle('Mail');
  expect(mail).toHaveAttribute('srcdoc', expect.stringContaining('<p>Hello <strong>Ana</strong></p>'));
  // Without scripts.
  expect(mail).toHaveAttribute('sandbox', 'allow-same-origin');
  expect(opened.dialog.getByText('Masked subject')).toBeVisible();
  expect(opened.dialog.getByText('Ana 1 <r1@partners.example>')).toBeVisible();
  expect(opened.dialog.getByText('105 KB')).toBeVisible();
  await opened.user.click(opened.dialog.getByRole('tab', { name: 'Write' }));
  expect(opened.dialog.getByLabelText('Name of recipient 1')).toHaveValue('Ana 1');
});

it('offers a retry when the preview fails', async () => {
  fake.answers[previewPath] = { status: 500, message: 'Please try later.' };
  const opened = await open();
  const { user, dialog } = opened;
  expect(dialog.getByRole('tab', { name: 'Preview' })).toBeDisabled();
  await fill(opened);
  await user.click(dialog.getByRole('tab', { name: 'Preview' }));
  expect(await dialog.findByText('The preview could not be loaded. Please try later.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
