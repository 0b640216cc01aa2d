import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { studentTaskKey } from '../../queries/keys.ts'

/** The preview of a text as it would look once handed in. */
export const previewQuery = (content: string) =>
  queryOptions({
    queryKey: [...studentTaskKey, 'preview', content],
    queryFn: () => sendQuietly(submissions.preview, { content }),
    gcTime: 0,
  })

/** Withdraws the waiting version. */
export const withdrawVersion = (submit_id: number) => send(submissions.withdraw, { submit_id })
