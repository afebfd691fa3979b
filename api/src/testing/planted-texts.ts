import { sql } from 'kysely';
import type { Database } from '../platform/db/index.ts';

/** Columns that can name readers, organizations or clients, with the word that is planted in them. */
export const plantedTexts: Readonly<Record<string, string>> = {
  'activity_report_config.email': 'zwcontact@zwdomain.example',
  'activity_report_config.first_name': 'zwcontactfirst',
  'activity_report_config.last_name': 'zwcontactlast',
  'activity_report_run.email': 'zwruncontact@zwdomain.example',
  'activity_report_run.first_name': 'zwrunfirst',
  'activity_report_run.last_name': 'zwrunlast',
  'alert.description': 'zwalertdescription',
  'alert.name': 'zwalertname',
  'alert_run.description': 'zwrundescription',
  'alert_run.name': 'zwrunname',
  'annotation.text': 'zwnote',
  'client_webhook.url': 'https://zwhost.example/zwpath?key=zwquery',
  'delivery.last_error': 'zwdeliveryerror zwcontact@zwdomain.example https://zwhost.example',
  'delivery.recipient': 'zwrecipient@zwdomain.example',
  'delivery.response': 'zwresponse',
  'document.external_id': 'zwdocumentid',
  'job_run.error': '550 zwjob@zwdomain.example is unknown at zwhost.example',
  'onboarding_contact.email': 'zwobcontact@zwdomain.example',
  'onboarding_contact.first_name': 'zwobfirst',
  'onboarding_contact.last_name': 'zwoblast',
  'onboarding_content.keyword': 'zwobkeyword',
  'onboarding_content.title': 'zwobtitle',
  'onboarding_content.url': 'https://zwoburl.example',
  'onboarding_file.name': 'zwobfile.png',
  'onboarding_form.company': '{"name":"zwobcompany","profile":"zwobprofile"}',
  'onboarding_form.content_info': '{"comment":"zwobcomment"}',
  'onboarding_form.email': 'zwobmail@zwdomain.example',
  'onboarding_form.general':
    '{"name":"zwobgeneral","email":"zwobgmail@zwdomain.example","accountManager":"zwobmanager"}',
  'onboarding_form.name': 'zwobname',
  'onboarding_form.sender_email': 'zwobsender@zwdomain.example',
  'onboarding_upload.name': 'zwobupload',
  'outbox_mail.last_error': '550 zwoutbox@zwdomain.example is unknown',
  'outbox_mail.subject': 'zwsubject',
  'outbox_mail.text_body': 'zwmailtext',
  'outbox_mail.to_address': 'zwto@zwdomain.example',
  'reader.address': 'zwaddress',
  'reader.external_id': 'zwreaderid',
  'reader.linked_in': 'https://linkedin.example/zwlinkedin',
  'reader.phone': 'zwphone',
  'organisation.domain': 'zworganisation.example',
  'organisation.website': 'https://zwwebsite.example',
  'engagement.external_id': 'zwactivityid',
  'saved_search.description': 'zwsearchdescription',
  'saved_search.name': 'zwsearchname',
  'webhook_message.body': '{"zwmessage":1}',
};

/** Writes each text into all rows of its column. */
export const plantTexts = async ({ kysely }: Database): Promise<void> => {
  for (const [column, text] of Object.entries(plantedTexts)) {
    const [table = '', name = ''] = column.split('.');
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(name)} = ${text}`.execute(kysely);
  }
};
