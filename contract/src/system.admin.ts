import { call } from './call.ts'
import { boolean, count, fields, instant, line, list, none, nullable, oneOf, string } from './schema.ts'

export const systemAdmin = {
  read: call({
    method: 'GET',
    path: '/api/admin/system/read',
    access: 'admin',
    summary: 'How the server is: version, database, disk, jobs, mail, events, and what needs attention.',
    input: none(),
    output: fields({
      version: string(),
      node: string(),
      database: oneOf('sqlite', 'postgres'),
      /** Bytes of the disk the data is on. */
      disk: fields({ free: count(), total: count() }),
      jobs: list(
        fields({
          name: string(),
          running: boolean(),
          last_at: nullable(instant()),
          next_at: nullable(instant()),
          failed_at: nullable(instant()),
          failed_reason: nullable(string()),
        }),
      ),
      mail: fields({ enabled: boolean(), waiting: count(), failed: count(), last_failure: nullable(string()) }),
      events: fields({ waiting: count(), failing: count(), oldest_at: nullable(instant()) }),
      /** What a person should do something about, worst first. */
      findings: list(
        fields({
          kind: oneOf(
            'DISK',
            'SAMPLE_PASSWORD',
            'NO_BASE_URL',
            'NO_HTTPS',
            'NO_MAIL',
            'MAIL_FAILING',
            'JOB_FAILING',
            'EVENTS_WAITING',
          ),
          detail: string(),
        }),
      ),
    }),
    refusals: [],
  }),
  examine: call({
    method: 'POST',
    path: '/api/admin/system/examine',
    access: 'admin',
    summary:
      'Look at disk, database, schema, pages, mail server and public address now, as `npm run cli -- doctor` does; answers within 20 seconds.',
    input: none(),
    output: fields({
      findings: list(
        fields({
          what: oneOf('disk', 'database', 'schema', 'pages', 'mail', 'address'),
          /** unset: not configured, which is neither good nor bad. */
          state: oneOf('ok', 'unset', 'wrong'),
          detail: string(),
        }),
      ),
    }),
    refusals: [],
    limit: 'code',
  }),
  testMail: call({
    method: 'POST',
    path: '/api/admin/system/test_mail',
    access: 'admin',
    summary: 'Send a test letter by way of the outbox.',
    input: fields({ to: line(254, 3) }),
    output: none(),
    refusals: ['NO_MAIL', 'INVALID'],
    limit: 'code',
  }),
}
