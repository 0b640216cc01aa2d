import type { CriteriaSet } from '@tongchuang/contract/criteria-sets.admin.ts'
import { wordedLevels } from '@tongchuang/contract/rules/level-words.ts'
import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { tasksKey } from '../../queries/keys.ts'
import styles from './criteria-sets.module.css'
import type { Criterion } from './form-values.ts'
import { criteriaSetsQuery, keepCriteria, removeCriteriaSet, renameCriteriaSet } from './queries.ts'

const useSetChange = <I,>(work: (input: I) => Promise<unknown>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: [...tasksKey, 'criteria-sets'] }),
  })
}

/** Renames a set of the user. */
const Rename = ({ set, onDone }: { set: CriteriaSet; onDone: () => void }) => {
  const { criteriaSets: texts } = useTexts()
  const [title, setTitle] = useState(set.title)
  const rename = useSetChange(renameCriteriaSet)
  const isReady = title.trim() !== ''
  const go = () => {
    if (isReady && !rename.isPending) rename.mutate({ id: set.id, title: title.trim() }, { onSuccess: onDone })
  }
  const onKeyDown = useEnterSubmit(go)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => part.current?.querySelector('input')?.select(), [])
  return (
    <div ref={part} className={styles.rename}>
      <Field
        label={texts.nameOf(set.title)}
        maxLength={40}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={onDone}>{texts.cancel}</Button>
      <Button tone="primary" busy={rename.isPending} blocked={!isReady} onClick={go}>
        {texts.save}
      </Button>
    </div>
  )
}

const Row = ({
  set,
  locked,
  onUse,
  onGone,
}: {
  set: CriteriaSet
  locked: boolean
  onUse: () => void
  onGone: () => void
}) => {
  const { criteriaSets: texts, shell } = useTexts()
  const [isRenamed, setRenamed] = useState(false)
  const pencil = useRef<HTMLSpanElement>(null)
  const remove = useSetChange(removeCriteriaSet)
  const worded = set.criteria.filter(({ level_words }) => wordedLevels(level_words).length > 0).length
  return (
    <li>
      <div className={styles.set}>
        <b>
          {set.title}
          {set.guild_id !== null && <small>{texts.shared}</small>}
        </b>
        <p>
          {shell.listed(set.criteria.map(({ label }) => label))}
          {worded > 0 && <small>{texts.levels(worded)}</small>}
        </p>
      </div>
      <Button size="small" blocked={locked} aria-label={texts.useOf(set.title)} onClick={onUse}>
        {texts.use}
      </Button>
      {set.mine && (
        <span ref={pencil} className={styles.own}>
          <IconButton label={texts.rename(set.title)} onClick={() => setRenamed(true)}>
            <Pencil size={16} aria-hidden />
          </IconButton>
          <IconButton
            label={texts.remove(set.title)}
            onClick={() =>
              remove.mutate(set.id, {
                onSuccess: () => {
                  showToast(texts.removed(set.title), 'success')
                  onGone()
                },
              })
            }
          >
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </span>
      )}
      {isRenamed && (
        <Rename
          set={set}
          onDone={() => {
            setRenamed(false)
            pencil.current?.querySelector('button')?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Saves the criteria of the form as a set. */
const Keep = ({
  criteria,
  guild_id,
  mayShare,
}: {
  criteria: readonly Criterion[]
  guild_id: number
  mayShare: boolean
}) => {
  const { criteriaSets: texts } = useTexts()
  const [title, setTitle] = useState('')
  const [shared, setShared] = useState(false)
  const keep = useSetChange(keepCriteria)
  const isReady = title.trim() !== ''
  const go = () => {
    if (!isReady || keep.isPending) return
    keep.mutate(
      {
        title: title.trim(),
        guild_id: shared ? guild_id : null,
        criteria: criteria.map(({ label, description, level_words }) => ({ label, description, level_words })),
      },
      {
        onSuccess: () => {
          showToast(texts.kept, 'success')
          setTitle('')
          setShared(false)
        },
      },
    )
  }
  const onKeyDown = useEnterSubmit(go)
  return (
    <section className={styles.keep} aria-labelledby="keep-criteria">
      <h3 id="keep-criteria">{texts.keepTitle}</h3>
      <div className={styles.rename}>
        <Field
          label={texts.name}
          maxLength={40}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button busy={keep.isPending} blocked={!isReady} onClick={go}>
          {texts.keep}
        </Button>
      </div>
      {mayShare && (
        <label className={styles.share}>
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {texts.share}
        </label>
      )}
    </section>
  )
}

type Props = {
  criteria: readonly Criterion[]
  guild_id: number
  mayShare: boolean
  locked: boolean
  onUse: (set: CriteriaSet) => void
  onClose: () => void
}

/** The saved sets of criteria: using one, renaming and removing the user’s own, and saving the criteria of the form. */
export const CriteriaSets = ({ criteria, guild_id, mayShare, locked, onUse, onClose }: Props) => {
  const { criteriaSets: texts } = useTexts()
  const sets = useQuery(criteriaSetsQuery(guild_id))
  const list = useRef<HTMLDivElement>(null)
  // Criteria without a name cannot be saved.
  const named = criteria.filter(({ label }) => label.trim() !== '')
  return (
    <Dialog title={texts.open} onClose={onClose}>
      <div ref={list} className={styles.sets} tabIndex={-1}>
        {sets.isPending && <SkeletonList count={2} height={56} />}
        <ReadFailure of={sets} />
        {sets.data && (
          <>
            <p className={styles.hint}>{sets.data.length === 0 ? texts.none : texts.hint}</p>
            <ul aria-label={texts.open}>
              {sets.data.map((set) => (
                <Row
                  key={set.id}
                  set={set}
                  locked={locked}
                  onUse={() => {
                    onUse(set)
                    showToast(texts.used(set.title), 'success')
                    onClose()
                  }}
                  onGone={() => list.current?.focus()}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {named.length > 0 && <Keep criteria={named} guild_id={guild_id} mayShare={mayShare} />}
    </Dialog>
  )
}
