import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useTexts } from '../../locales/texts.ts'
import { useEffect, useRef } from 'react'
import { bothWorks, splitDifferent } from './both-works.ts'
import { draftChoices } from './draft-choices.ts'
import type { Choosing } from './draft-choices.ts'
import styles from './conflict-dialog.module.css'
import { useFileLimits } from './use-file-limits.ts'
import { textOf } from './kept-work.ts'
import type { Question } from './kept-work.ts'
import { countWords } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** One of two texts, scrolled to what the other does not have. */
const Side = ({ name, parts: [before, own, after] }: { name: string; parts: readonly [string, string, string] }) => {
  const mark = useRef<HTMLElement>(null)
  useEffect(() => {
    // Once the dialog has opened: until then nothing of it has a place.
    const frame = requestAnimationFrame(() => {
      const area = mark.current?.parentElement
      if (!mark.current || !area) return
      const line = 48
      area.scrollTop += mark.current.getBoundingClientRect().top - area.getBoundingClientRect().top - line
    })
    return () => cancelAnimationFrame(frame)
  }, [before, own])
  return (
    <ScrollArea className={styles.text} label={name}>
      {before}
      <mark ref={mark} className={styles.own}>
        {own}
      </mark>
      {after}
    </ScrollArea>
  )
}

/** Two conflicting works side by side; neither is overwritten before the person has chosen. */
export const ConflictDialog = ({
  mine,
  theirs,
  questions,
  choosing,
  onClose,
}: {
  mine: Work
  theirs: ServerDraft
  questions: readonly Question[]
  choosing: Choosing
  onClose: () => void
}) => {
  const { submissions: texts } = useTexts()
  const { resolve } = draftChoices(choosing)
  const { max_files } = useFileLimits()
  const language = useLanguage()
  const device = texts.devices[theirs.device] ?? theirs.device
  const when = formatRelative(theirs.at, language)
  const sides: { choice: 'mine' | 'theirs'; name: string; work: Work }[] = [
    { choice: 'mine', name: texts.mine, work: mine },
    {
      choice: 'theirs',
      name: theirs.device === 'version' ? texts.theirsSubmitted(when) : texts.theirs(device, when),
      work: theirs.work,
    },
  ]
  const [one, other] = [mine, theirs.work].map((work) => textOf(work, questions, texts) || texts.nothing)
  const different = splitDifferent(one ?? '', other ?? '')
  return (
    <Dialog
      title={texts.conflictTitle}
      onClose={onClose}
      wide
      actions={
        <>
          <Button tone="text" onClick={onClose}>
            {texts.later}
          </Button>
          <Button onClick={() => resolve(bothWorks(mine, theirs.work, max_files))}>{texts.keepBoth}</Button>
        </>
      }
    >
      <p className={styles.hint}>{texts.conflictHint}</p>
      <div className={styles.sides}>
        {sides.map(({ choice, name, work }) => (
          <section key={choice} aria-label={name}>
            <h3>{name}</h3>
            <p className={styles.words}>{texts.words(countWords(work.content))}</p>
            <Side name={name} parts={different[choice]} />
            <Button tone="primary" wide onClick={() => resolve(choice)}>
              {texts.useThis}
            </Button>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
