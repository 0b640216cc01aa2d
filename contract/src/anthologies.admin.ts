import { askedIssue, Issue } from './anthologies.ts'
import { call } from './call.ts'

export const anthologiesAdmin = {
  issue: call({
    method: 'GET',
    path: '/api/admin/work/anthology',
    access: 'staff',
    summary:
      'The excellent works of a month in a guild where the caller is staff, as its students see them: works that are not shared with the students are left out.',
    input: askedIssue(),
    output: Issue,
    refusals: ['NOT_FOUND'],
  }),
}
