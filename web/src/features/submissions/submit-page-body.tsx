import { isNotFound } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { PageFailure } from '@tongchuang/ui/page-failure.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { withdrawVersion } from './queries.ts'
import { renewSubmissions, studentTaskQuery, submissionQuery } from '../../queries/student-task.ts'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'
import { SubmissionEditor } from './submission-editor.tsx'
import { forgetHandedIn } from './use-draft.ts'

// Not needed before the student can write; loaded while they do, to be ready when the work has arrived.
const receipt = () => import('./receipt.tsx').then((module) => module.Receipt)
const Receipt = lazyPart(receipt)
const SubmitClosed = lazyPart(() => import('./submit-closed.tsx').then((module) => module.SubmitClosed))

/** `absent` is shown if there is no such task for this student. */
type Props = { guild: string; task: number; absent: ReactNode }

const Waiting = () => (
  <div>
    <Skeleton height={52} />
    <br />
    <SkeletonList count={1} height={560} />
  </div>
)

/**
 * The newest version that is not withdrawn: its receipt is shown while it waits, its text is the start of the next one
 * if it was returned.
 */
const newestOf = ({ versions }: StudentTask): number | null =>
  versions.filter(({ status }) => status !== 'withdrawn').toSorted((one, other) => other.version - one.version)[0]
    ?.id ?? null

const workFrom = (submission: Submission | undefined, taskTitle: string): Work => {
  if (!submission) return emptyWork
  const { title, content, files, links, answers, share } = submission
  return {
    title: title === taskTitle ? '' : title,
    content: content ?? '',
    files,
    links,
    answers: answers ?? {},
    statement: false,
    share: share ?? emptyWork.share,
  }
}

/** A version that the server has as handed in is no longer a draft of this page. */
const useHandedIn = (user: number, data: StudentTask | undefined, newest: Submission | undefined) => {
  const round = data?.enrolment?.id ?? 0
  const waiting = data?.task.state === 'submitted' ? newest : undefined
  useEffect(() => {
    const version = waiting && workFrom(waiting, waiting.task_title)
    if (version) void forgetHandedIn({ user, task: waiting.task_id, round }, version)
  }, [waiting, user, round])
}

/** The content of the page for handing in, by the state of the task. */
export const SubmitPageBody = ({ guild, task, absent }: Props) => {
  const { submissions: texts, shell } = useTexts()
  const { user_id } = useProfile()
  const client = useQueryClient()
  const [received, setReceived] = useState<number | null>(null)
  const { data, dataUpdatedAt, error, refetch, isFetchedAfterMount, fetchStatus } = useQuery({
    ...studentTaskQuery(task),
    refetchOnMount: 'always',
  })
  usePageTitle(data && `${data.task.title} · ${shell.titles.submit}`)
  const canWrite = data?.can.submit === true && received === null
  // The next version starts from a returned one, unless there is a draft.
  const shown =
    received ?? (data && (data.task.state === 'submitted' || (canWrite && data.draft === null)) ? newestOf(data) : null)
  const submission = useQuery({ ...submissionQuery(shown ?? 0), enabled: shown !== null })

  useEffect(() => {
    if (canWrite) void receipt().catch(() => undefined)
  }, [canWrite])

  useHandedIn(user_id, data, submission.data)

  if (task === 0 || isNotFound(error)) return absent
  if (error && !data)
    return <PageFailure title={shell.titles.submit} what={texts.failed} error={error} onRetry={() => void refetch()} />
  // Data cached by an earlier visit may be older than a draft saved on another device.
  if (!data || !(isFetchedAfterMount || fetchStatus === 'paused')) return <Waiting />
  if (guild !== String(data.task.guild_id))
    return <Navigate replace to={paths.submit({ guild: data.task.guild_id, task })} />

  const back = paths.task({ guild: data.task.guild_id, task })
  if (shown !== null && submission.error && !submission.data)
    return (
      <PageFailure
        title={shell.titles.submit}
        what={texts.failed}
        error={submission.error}
        onRetry={() => void submission.refetch()}
      />
    )
  if (shown !== null && !submission.data) return <Waiting />
  if (canWrite) {
    // The page stays as it is until the receipt is there to take its place.
    const onReceived = async (id: number) => {
      await Promise.all([client.prefetchQuery(submissionQuery(id)), receipt().catch(() => undefined)])
      startTransition(() => setReceived(id))
      void renewSubmissions(client)
    }
    return (
      <SubmissionEditor
        key={data.enrolment?.id}
        user={user_id}
        data={data}
        asOf={dataUpdatedAt}
        start={workFrom(submission.data, data.task.title)}
        after={submission.data?.draft_version ?? null}
        back={back}
        onReceived={(id) => void onReceived(id)}
      />
    )
  }
  if (shown !== null && submission.data) {
    const onWithdraw = async () => {
      await withdrawVersion(shown)
      await renewSubmissions(client)
      setReceived(null)
      showToast(texts.done.withdrawn, 'success')
    }
    return (
      <Suspense fallback={<Waiting />}>
        <Receipt
          data={data}
          submission={submission.data}
          back={back}
          isFresh={received !== null}
          onWithdraw={onWithdraw}
        />
      </Suspense>
    )
  }
  return (
    <Suspense fallback={<Waiting />}>
      <SubmitClosed data={data} back={back} />
    </Suspense>
  )
}
