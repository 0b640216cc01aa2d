import { containsWords } from '@tongchuang/contract/rules/plain-text.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import styles from './classes.module.css'

// This many are shown at once; with more, a search is offered.
const seenAtOnce = 8
const atOnce = 20

/** Chooses further classes for the task. */
export const AddClasses = ({
  title,
  inside,
  busy,
  onGive,
  onClose,
}: {
  title: string
  inside: readonly number[]
  busy: boolean
  onGive: (guild_ids: number[]) => void
  onClose: () => void
}) => {
  const { classes: texts } = useTexts().tasks
  const led = useQuery(ledGuildsQuery)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [word, setWord] = useState('')
  const open = led.data?.filter(({ id }) => !inside.includes(id)) ?? []
  const shown = open.filter(({ name }) => containsWords(name, word))
  const ids = shown.map(({ id }) => id)
  const hasAll = ids.every((id) => chosen.includes(id))
  // Earlier choices stay; a search only changes which classes are listed.
  const others = chosen.filter((id) => !ids.includes(id))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            tone="primary"
            busy={busy}
            blocked={chosen.length === 0 || chosen.length > atOnce}
            onClick={() => onGive([...chosen])}
          >
            {texts.dialog.give(chosen.length)}
          </Button>
        </>
      }
    >
      <p className={styles.hint}>{texts.dialog.hint}</p>
      <output>{chosen.length > atOnce && texts.dialog.most(atOnce, chosen.length)}</output>
      <ReadFailure of={led} />
      {led.isPending && <SkeletonList count={3} height={44} gap={4} />}
      {led.data && open.length === 0 && <p>{texts.dialog.none}</p>}
      {open.length > seenAtOnce && <SearchField label={texts.dialog.search} value={word} onChange={setWord} />}
      <div className={styles.choices}>
        {shown.length > 1 && (
          <CheckRow checked={hasAll} onChange={(does) => setChosen(does ? [...others, ...ids] : others)}>
            {texts.dialog.all}
          </CheckRow>
        )}
        {shown.map(({ id, name, member_count }) => (
          <CheckRow
            key={id}
            checked={chosen.includes(id)}
            onChange={(does) => setChosen(does ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            {name} <small>{texts.people(member_count)}</small>
          </CheckRow>
        ))}
      </div>
    </Dialog>
  )
}
