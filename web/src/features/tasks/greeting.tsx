import { useProfile } from '@tongchuang/ui/profile.tsx'
import { formatTime, leafOf } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { stillToDo } from './deadlines.tsx'
import styles from './greeting.module.css'
import { doingQuery } from './queries.ts'
import type { DoingTask } from './queries.ts'
import { useWords } from './use-words.ts'

/** The part of the day in the school's zone. */
const partOfDay = (now: number) => {
  const hour = Number.parseInt(formatTime(now, 'zh-CN'), 10)
  if (hour < 5) return 'night'
  if (hour < 11) return 'morning'
  if (hour < 13) return 'noon'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** A greeting, and one sentence about what to do next. */
export const Greeting = ({ noGuild }: { noGuild: boolean }) => {
  const { nickname } = useProfile()
  const { texts, language, now } = useWords()
  const { data } = useQuery(doingQuery())

  const advice = (list: readonly DoingTask[]): string => {
    const todo = stillToDo(list)
    if (todo.length === 0) return noGuild ? texts.noGuildYet : texts.nothingToDo
    const isToday = todo.some(({ due_at }) => due_at && leafOf(due_at, language, now).tone === 'today')
    if (isToday) return texts.todo(todo.length) + texts.startToday
    if (todo.some(({ state }) => state === 'returned')) return texts.todo(todo.length) + texts.startReturned
    return texts.todo(todo.length) + (todo[0]?.due_at ? texts.startDue : texts.startAny)
  }

  return (
    <div className={styles.hello}>
      <h1>{texts.hello[partOfDay(now)](nickname)}</h1>
      <p>{data && advice(data)}</p>
    </div>
  )
}
