import type { Output } from '@tongchuang/contract/call.ts'
import type { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { MoveButtons } from '@tongchuang/ui/move-buttons.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { swapped, useReorder } from '@tongchuang/ui/use-reorder.ts'
import { useQuery } from '@tanstack/react-query'
import { GripVertical, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { arrangeChapters, chaptersQuery, removeChapter, saveChapter, useTaskChange } from './queries.ts'
import styles from './task-fields.module.css'
import shared from './tasks.module.css'

type Chapter = Output<typeof taskListsAdmin.chapters>[number]

/** Moves one item of a list to another index. */
export const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

type NameProps = { chapter: Chapter; onChanging: (is: boolean) => void; onRename: (title: string) => void }

/** The name of a chapter, saved when its field is left. */
const ChapterName = ({ chapter, onChanging, onRename }: NameProps) => {
  const { tasks } = useTexts()
  return (
    <input
      aria-label={tasks.chapters.name}
      defaultValue={chapter.title}
      maxLength={60}
      onFocus={({ target }) => {
        target.dataset.read = target.value
      }}
      onChange={() => onChanging(true)}
      onBlur={({ target }) => {
        onChanging(false)
        const next = target.value.trim()
        // Unchanged text is not saved: a colleague may have renamed the chapter meanwhile.
        if (next === '' || target.value === target.dataset.read) target.value = chapter.title
        else if (next !== chapter.title) onRename(next)
      }}
    />
  )
}

/** The chapters of a guild: named, ordered by dragging or by buttons, removed. */
export const Chapters = ({ guild_id, onClose }: { guild_id: number; onClose: () => void }) => {
  const { tasks } = useTexts()
  const texts = tasks.chapters
  const query = useQuery(chaptersQuery(guild_id))
  const data = query.data ?? []
  const save = useTaskChange(saveChapter)
  const remove = useTaskChange(removeChapter)
  const reorder = useReorder<Chapter>(chaptersQuery(guild_id).queryKey, (ids) => arrangeChapters({ guild_id, ids }))
  const [title, setTitle] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [isRenaming, setRenaming] = useState(false)

  const moving = (at: number, step: -1 | 1) => {
    const [one, other] = [data[at], data[at + step]]
    return one && other ? () => reorder((all) => swapped(all, one.id, step)) : null
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      unsaved={isRenaming || title.trim() !== ''}
      wide
      actions={<Button onClick={onClose}>{texts.close}</Button>}
    >
      <ReadFailure of={query} />
      {query.data?.length === 0 && <p>{texts.none}</p>}
      {data.length === 0 ? null : <p className={shared.quiet}>{texts.drag}</p>}
      <ol className={styles.chapters}>
        {data.map((chapter, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a way beside the buttons, which do the same by keyboard
          <li
            key={chapter.id}
            draggable
            data-dragged={dragged === at || undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && dragged !== at && reorder((all) => moved(all, dragged, at))}
          >
            <GripVertical size={16} aria-hidden />
            <ChapterName
              chapter={chapter}
              onChanging={setRenaming}
              onRename={(next) => save.mutate({ guild_id, id: chapter.id, title: next })}
            />
            <small>{texts.tasks(chapter.task_count)}</small>
            <MoveButtons
              up={{ label: texts.up(chapter.title), onMove: moving(at, -1) }}
              down={{ label: texts.down(chapter.title), onMove: moving(at, 1) }}
            />
            <button
              type="button"
              aria-label={texts.removeNamed(chapter.title)}
              onClick={() => remove.mutate({ guild_id, id: chapter.id })}
            >
              <Trash2 size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ol>
      <form
        className={styles.inline}
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ guild_id, title }, { onSuccess: () => setTitle('') })
        }}
      >
        <Field
          label={texts.name}
          value={title}
          maxLength={60}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button type="submit" busy={save.isPending}>
          {texts.add}
        </Button>
      </form>
    </Dialog>
  )
}
