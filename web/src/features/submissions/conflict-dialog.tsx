import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useTexts } from '../../locales/texts.ts'
import { bothWorks } from './both-works.ts'
import { draftChoices } from './draft-choices.ts'
import type { Choosing } from './draft-choices.ts'
import styles from './conflict-dialog.module.css'
import { useFileLimits } from './use-file-limits.ts'
import { asShown } from './kept-work.ts'
import { countWords } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

/** Two conflicting texts side by side; neither is overwritten before the person has chosen. */
export const ConflictDialog = ({
  mine,
  theirs,
  choosing,
  onClose,
}: {
  mine: Work
  theirs: ServerDraft
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
            <ScrollArea className={styles.text} label={name}>
              {asShown(work.content) || texts.nothing}
            </ScrollArea>
            <Button tone="primary" wide onClick={() => resolve(choice)}>
              {texts.useThis}
            </Button>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
