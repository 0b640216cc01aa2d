import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './people.module.css'
import { studentsQuery, useMerge } from './queries.ts'
import type { Student } from './queries.ts'

const shown = 8

/** Merges an account that was never used into the one its student uses. */
export const MergeDialog = ({ student, onClose }: { student: Student; onClose: () => void }) => {
  const { people } = useTexts()
  const [keyword, setKeyword] = useState(student.real_name || student.nickname)
  const [chosen, setChosen] = useState<number | null>(null)
  const found = useInfiniteQuery(studentsQuery({ keyword: useDeferredValue(keyword.trim()) }))
  const candidates = (found.data?.pages[0]?.list ?? []).filter(({ id, assists }) => id !== student.id && !assists)
  const others = candidates.slice(0, shown)
  const other = others.find(({ id }) => id === chosen)
  const merge = useMerge()
  // The account that was never logged into is removed.
  const goes = other && student.last_login_at === null ? student : other
  const stays = goes === student ? other : student
  const isPossible = goes !== undefined && stays !== undefined && goes.last_login_at === null

  return (
    <Dialog
      title={people.mergeTitle(student.real_name || student.nickname)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{people.cancel}</Button>
          <Button
            tone="danger"
            busy={merge.isPending}
            blocked={!isPossible}
            onClick={() =>
              goes && stays && merge.mutate({ from_id: goes.id, into_id: stays.id }, { onSuccess: onClose })
            }
          >
            {people.merge}
          </Button>
        </>
      }
    >
      <p>{people.mergeText}</p>
      <Field
        label={people.otherAccount}
        type="search"
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ReadFailure of={found} />
      <fieldset className={styles.others} aria-label={people.otherAccount}>
        {others.map(({ id, username, real_name, nickname, student_no }) => (
          <label key={id}>
            <input type="radio" name="other" checked={chosen === id} onChange={() => setChosen(id)} />
            <span>
              {real_name || nickname} <small>{[username, student_no].filter(Boolean).join(' · ')}</small>
            </span>
          </label>
        ))}
        {candidates.length > shown && <p className={styles.quiet}>{people.mergeMore(shown)}</p>}
        {found.isSuccess && others.length === 0 && <p className={styles.quiet}>{people.noneFound}</p>}
      </fieldset>
      <output>
        {other && (isPossible ? people.mergeMeans(goes.username, stays.username) : people.mergeImpossible)}
      </output>
    </Dialog>
  )
}
