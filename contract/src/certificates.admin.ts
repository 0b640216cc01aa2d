import { call } from './call.ts'
import { fields, id, instant, line, nullable, oneOf, string } from './schema.ts'

export const certificatesAdmin = {
  find: call({
    method: 'GET',
    path: '/api/admin/certificate/find',
    access: 'staff',
    summary:
      'Looks up the number on a certificate as a person types it: case, spaces and dashes are ignored. A number of a guild where the caller is not staff is NOT_FOUND, like a number that was never given. 20 a minute.',
    input: fields({ number: line(40) }),
    output: fields({
      number: string(),
      /**
       * `withdrawn`: the pick was taken back, the student’s data was erased, or the task was permanently deleted with
       * its works.
       */
      state: oneOf('valid', 'withdrawn'),
      /** Null while it is valid, and where it was withdrawn with its task. */
      withdrawn_at: nullable(instant()),
      guild_id: id(),
      guild_name: string(),
      /** Null, and the title empty, where the task was permanently deleted. */
      task_id: nullable(id()),
      task_title: string(),
      /** When the work became excellent, as the certificate says it. */
      at: instant(),
      /**
       * The title and the student of the work; null for a caller who may not see the work, and where the work is gone.
       */
      work: nullable(
        fields({ submit_id: id(), title: string(), nickname: string(), real_name: string(), student_no: string() }),
      ),
    }),
    refusals: ['NOT_FOUND'],
    limit: 'login',
  }),
}
