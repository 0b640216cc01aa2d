import { call } from './call.ts'
import { fields, id, instant, line, nullable, oneOf, string } from './schema.ts'

export const certificatesAdmin = {
  find: call({
    method: 'GET',
    path: '/api/admin/certificate/find',
    access: 'staff',
    summary:
      'What a number on a certificate stands for, typed as it is read: small letters, spaces and dashes do no harm. A number of a guild one is not staff of is not found, like one that nobody was given. 20 a minute.',
    input: fields({ number: line(40) }),
    output: fields({
      number: string(),
      /** `withdrawn`: the pick was taken back, the student’s data was erased, or the task is gone for good with its works. */
      state: oneOf('valid', 'withdrawn'),
      /** Null where it stands, and where it went with its task. */
      withdrawn_at: nullable(instant()),
      guild_id: id(),
      guild_name: string(),
      /** Null, and the title empty, where the task is gone for good. */
      task_id: nullable(id()),
      task_title: string(),
      /** When the work became excellent, as the certificate says it. */
      at: instant(),
      /** Whose work it is and its title; null for those who may not see the work, and where it is gone. */
      work: nullable(
        fields({ submit_id: id(), title: string(), nickname: string(), real_name: string(), student_no: string() }),
      ),
    }),
    refusals: ['NOT_FOUND'],
    limit: 'login',
  }),
}
