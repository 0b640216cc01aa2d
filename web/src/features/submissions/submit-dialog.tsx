import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useTexts } from '../../locales/texts.ts'
import type { CheckItem } from './checklist.ts'
import { goToPlace, useCheckWords } from './side-rail.tsx'
import styles from './submit-dialog.module.css'

type Props = {
  missing: readonly CheckItem[]
  items: readonly CheckItem[]
  isLate: boolean
  deduction: number
  onSubmit: () => void
  onClose: () => void
}

/** The dialog before handing in, shown only if something is missing, a question has no answer, or the work is late. */
export const SubmitDialog = ({ missing, items, isLate, deduction, onSubmit, onClose }: Props) => {
  const { submissions: texts } = useTexts()
  const wordsOf = useCheckWords()
  const go = (place: string) => {
    onClose()
    // The closing dialog returns the focus first.
    setTimeout(() => goToPlace(place))
  }
  if (missing.length > 0) {
    return (
      <Dialog
        title={texts.missingTitle}
        onClose={onClose}
        actions={
          <Button tone="primary" onClick={() => go(missing[0]?.place ?? 'text')}>
            {texts.goOn}
          </Button>
        }
      >
        <p>{texts.missingHint}</p>
        <ul className={styles.list}>
          {missing.map((item) => (
            <li key={item.place + item.key}>
              <button type="button" className="link" onClick={() => go(item.place)}>
                {wordsOf(item)}
              </button>
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  const asked = items.find((item) => item.key === 'asked')
  if (asked && !asked.done) {
    return (
      <Dialog
        title={texts.unansweredTitle(asked.all - asked.answered)}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onSubmit}>{isLate ? texts.submitLate : texts.submitAnyway}</Button>
            <Button tone="primary" onClick={() => go(asked.place)}>
              {texts.goOn}
            </Button>
          </>
        }
      >
        <p>{texts.unansweredHint}</p>
        {isLate && <p>{texts.lateHint(deduction)}</p>}
      </Dialog>
    )
  }
  return (
    <Dialog
      title={texts.lateTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.lookAgain}</Button>
          <Button tone="primary" onClick={onSubmit}>
            {texts.submitLate}
          </Button>
        </>
      }
    >
      <p>{texts.lateHint(deduction)}</p>
    </Dialog>
  )
}
