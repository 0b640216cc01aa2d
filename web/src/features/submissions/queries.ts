import type { Output } from '@tongchuang/contract/call.ts'
import { desk } from '@tongchuang/contract/desk.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { submissions } from '@tongchuang/contract/submissions.ts'

export type DeskTask = Output<typeof desk.task>
export type Submission = Output<typeof desk.submission>

/** Everything about one task of mine; asked anew whenever the desk is opened. */
export const deskQuery = (id: number) =>
  queryOptions({ queryKey: ['desk', 'task', id], queryFn: () => sendQuietly(desk.task, { id }) })

/** How a text would look once it is handed in. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: ['desk', 'preview', content],
    queryFn: () => sendQuietly(submissions.preview, { content }),
    gcTime: 0,
  })

/** One version of mine with its receipt. */
export const submissionQuery = (id: number) =>
  queryOptions({ queryKey: ['desk', 'submission', id], queryFn: () => sendQuietly(desk.submission, { id }) })

/** Takes the waiting version back. */
export const withdrawVersion = (submit_id: number) => send(submissions.withdraw, { submit_id })
