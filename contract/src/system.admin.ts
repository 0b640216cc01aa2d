import { call } from './call.ts'
import { boolean, count, fields, id, instant, line, list, none, nullable, oneOf, string, text } from './schema.ts'

export const systemAdmin = {
  read: call({
    method: 'GET',
    path: '/api/admin/system/read',
    access: 'admin',
    summary: 'The state of the server: version, database, disk, jobs, mail, events, and what needs attention.',
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
      /** Stored files that do not match their rows: their number and the first 50. */
      damaged: fields({
        total: count(),
        list: list(
          fields({
            id: id(),
            name: string(),
            owner: string(),
            /** Title of the task it belongs to; null where it belongs to none. */
            task: nullable(string()),
            damage: oneOf('missing', 'size', 'changed'),
          }),
        ),
      }),
      /**
       * Removals that wait for the confirmation of an administrator: the number of files to remove (`wanted`), and of
       * all files (`total`).
       */
      stops: list(fields({ job: string(), wanted: count(), total: count(), found_at: instant() })),
      /** Findings that need an administrator’s attention, worst first. */
      findings: list(
        fields({
          kind: oneOf(
            'DISK',
            'FILES_DAMAGED',
            'STORE_AWAY',
            'REMOVAL_STOPPED',
            'SAMPLE_PASSWORD',
            'SCHOOL_KIND',
            'NO_BASE_URL',
            'LOCAL_ADDRESS',
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
  continueRemoval: call({
    method: 'POST',
    path: '/api/admin/system/removal_continue',
    access: 'admin',
    summary: 'Lets a stopped removal continue for a day, for no more files than were shown; it runs at once.',
    input: fields({ job: line(60, 1), wanted: count(2_000_000_000), reason: text(200, 2) }),
    output: none(),
    /** NOT_FOUND: the job is no longer stopped at this number. */
    refusals: ['NOT_FOUND'],
  }),
  examine: call({
    method: 'POST',
    path: '/api/admin/system/examine',
    access: 'admin',
    summary:
      'Examines disk, database, schema, secret of the server, pages, mail server, public address, robots of class groups and log-in providers, as `npm run cli -- doctor` does; answers within 20 seconds.',
    input: none(),
    output: fields({
      findings: list(
        fields({
          /**
           * store: the object store, if files are kept in one; address: the public address of the site; outside: the
           * robots of class groups and their servers.
           */
          what: oneOf(
            'disk',
            'database',
            'schema',
            'secret',
            'store',
            'files',
            'pages',
            'mail',
            'address',
            'outside',
            'providers',
          ),
          /** unset: not configured, which is not a problem. */
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
    summary: 'Sends a test letter through the outbox.',
    input: fields({ to: line(254, 3) }),
    output: none(),
    refusals: ['NO_MAIL', 'INVALID'],
    limit: 'code',
  }),
}
