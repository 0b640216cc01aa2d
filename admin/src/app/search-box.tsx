import { adminPaths } from '@tongchuang/contract/paths.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { leading, usePermitted } from '@tongchuang/ui/permission.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { topLayer } from '@tongchuang/ui/toast.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './search-box.module.css'
import { searchKey } from '../queries/keys.ts'

const most = 8

const Group = ({
  title,
  more,
  onGo,
  children,
}: {
  title: string
  /** The address of the page with all results; null if there is none. */
  more: string | null
  onGo: () => void
  children: ReactNode
}) => {
  const { shell } = useTexts()
  return (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {children}
        {more !== null && (
          <li>
            <Link to={more} onClick={onGo}>
              {shell.searchMore(most)}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

const Results = ({ words, onGo }: { words: string; onGo: () => void }) => {
  const { shell } = useTexts()
  // Assistants find tasks only; they may not see the list of students.
  const mayFind = usePermitted(leading)
  const { data, error, refetch } = useQuery({
    queryKey: [...searchKey, words, mayFind],
    queryFn: async () => {
      const [tasks, people] = await Promise.all([
        sendQuietly(taskListsAdmin.tasks, { keyword: words, limit: most }),
        mayFind ? sendQuietly(peopleAdmin.list, { keyword: words, limit: most }) : { list: [], next: null },
      ])
      return {
        tasks: tasks.list,
        people: people.list,
        moreTasks: tasks.next === null ? null : adminPaths.tasks({ q: words }),
        morePeople: people.next === null ? null : adminPaths.people(words),
      }
    },
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <RegionError error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (data.tasks.length + data.people.length === 0) return <p className={styles.none}>{shell.searchNothing(words)}</p>
  return (
    <>
      {data.people.length > 0 && (
        <Group title={shell.titles.people} more={data.morePeople} onGo={onGo}>
          {data.people.map(({ id, real_name, nickname, student_no, class_name }) => (
            <li key={id}>
              <Link to={adminPaths.people(student_no ?? (real_name || nickname))} onClick={onGo}>
                <b>{real_name || nickname}</b>
                <span className="num">{[class_name, student_no].filter(Boolean).join(' · ')}</span>
              </Link>
            </li>
          ))}
        </Group>
      )}
      {data.tasks.length > 0 && (
        <Group title={shell.titles.tasks} more={data.moreTasks} onGo={onGo}>
          {data.tasks.map(({ id, title, guild_name }) => (
            <li key={id}>
              <Link to={adminPaths.task(id)} onClick={onGo}>
                <b>{title}</b>
                <span>{guild_name}</span>
              </Link>
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  const { shell } = useTexts()
  const mayFind = usePermitted(leading)
  const [words, setWords] = useState('')
  return (
    <Dialog title={shell.search} onClose={onClose}>
      <div className={styles.box}>
        <SearchField label={mayFind ? shell.searchFor : shell.searchTasks} value={words} onChange={setWords} />
        {words === '' ? (
          <p className={styles.none}>{mayFind ? shell.searchHint : shell.searchTasksHint}</p>
        ) : (
          <Results words={words} onGo={onClose} />
        )}
      </div>
    </Dialog>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Finds a student or a task from every page; opened by its button or the / key. */
export const SearchBox = ({ rail }: { rail: boolean }) => {
  const { shell } = useTexts()
  const mayFind = usePermitted(leading)
  const [open, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key !== '/' ||
      event.isComposing ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.defaultPrevented
    )
      return
    if (topLayer.get() || isTyping(event.target)) return
    event.preventDefault()
    setOpen(true)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        className={`${styles.open} ${rail ? styles.rail : ''}`}
        aria-label={rail ? shell.search : undefined}
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Search size={16} aria-hidden />
        {!rail && (
          <>
            {mayFind ? shell.searchFor : shell.searchTasks}
            <kbd>/</kbd>
          </>
        )}
      </button>
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
