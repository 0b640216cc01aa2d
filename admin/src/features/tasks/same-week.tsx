import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { formatDay } from '@tongchuang/ui/time.ts'
import { wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { everyPage } from '../../queries/every-page.ts'
import { tasksKey } from '../../queries/keys.ts'
import { weekOf } from './time-line-rules.ts'
import type { Editing } from './use-task-form.ts'

const dueQuery = (guild_id: number) => ({
  queryKey: [...tasksKey, 'due', guild_id],
  queryFn: async () => {
    const pages = await Promise.all(
      (['open', 'scheduled'] as const).map((status) =>
        everyPage((from) => sendQuietly(taskListsAdmin.tasks, { guild_id, status, sort: 'due', ...from })),
      ),
    )
    return pages.flat()
  },
})

/** Names the other tasks of the guild due in the same week: a hint that prevents nothing. */
export const SameWeek = ({
  form: { id, guild_id, status },
  due_at,
}: {
  form: Editing['form']
  due_at: string | null
}) => {
  const { editor } = useTexts().tasks
  const language = useLanguage()
  const query = useQuery({ ...dueQuery(guild_id), enabled: due_at !== null })
  if (due_at === null) return null
  const week = weekOf(wallClock(Date.parse(due_at)))
  const others = (query.data ?? []).flatMap((task) =>
    task.id !== id && task.due_at !== null && weekOf(wallClock(Date.parse(task.due_at))) === week
      ? [{ ...task, due_at: task.due_at }]
      : [],
  )
  if (query.error && !query.data)
    return (
      <li>
        <ReadFailure of={query} />
      </li>
    )
  if (others.length === 0) return null
  return (
    <li data-tone="warn">
      <TriangleAlert size={18} aria-hidden />
      <span>
        {editor.sameWeek(others.length)}
        <small>
          {others
            .map(({ title, due_at }) => editor.sameWeekOne(title, formatDay(due_at, language)))
            .join(editor.sameWeekAnd)}
        </small>
        {status === 'draft' && <small>{editor.sameWeekHint}</small>}
      </span>
    </li>
  )
}
