import { askedIssue, Issue } from './anthologies.ts'
import { call } from './call.ts'

export const anthologiesAdmin = {
  issue: call({
    method: 'GET',
    path: '/api/admin/work/anthology',
    access: 'staff',
    summary:
      'The excellent works of a month in a guild one is staff of, as its students see them: what is not shared with them is not in it.',
    input: askedIssue(),
    output: Issue,
    refusals: ['NOT_FOUND'],
  }),
}
