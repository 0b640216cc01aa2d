import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { formatRelative, formatTime } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import { draftChoices } from './draft-choices.ts'
import type { Choosing } from './draft-choices.ts'
import type { Kept } from './draft-opening.ts'
import styles from './found-bar.module.css'
import { countWords } from './work.ts'

const day = 24 * 3600_000

/** Offers a kept text that is not in the editor: restore or discard it. */
export const FoundBar = ({ kept, choosing }: { kept: Kept; choosing: Choosing }) => {
  const { submissions: texts } = useTexts()
  const language = useLanguage()
  const when = serverNow() - kept.at < day / 2 ? formatTime(kept.at, language) : formatRelative(kept.at, language)
  const { restore, discard } = draftChoices(choosing)
  const device = texts.devices[kept.device] ?? kept.device
  return (
    <section className={`${styles.bar} ${kept.why === 'tab' ? styles.floating : ''}`} aria-label={texts.foundLabel}>
      <output>
        {kept.why === 'tab'
          ? texts.replacedByTab(when)
          : kept.why === 'unsent'
            ? texts.found(when, device)
            : texts.replaced(when, device)}
        <small>{texts.foundHint(countWords(kept.work.content))}</small>
      </output>
      <Button tone="text" onClick={() => discard(kept.id)}>
        {texts.discard}
      </Button>
      <Button
        onClick={() => {
          restore(kept.id)
          showToast(texts.restored, 'success')
        }}
      >
        {texts.restore}
      </Button>
    </section>
  )
}
