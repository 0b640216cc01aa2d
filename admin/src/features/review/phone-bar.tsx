import { Button } from '@tongchuang/ui/button.tsx'
import { ChevronRight } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { ExcellentReason } from './decide.tsx'
import styles from './phone-drawer.module.css'
import type { Drawing } from './use-drawing.ts'
import type { useWorkReview } from './use-work-review.ts'
import { Talk, VoiceTroubles } from './voices/talk.tsx'

type Review = ReturnType<typeof useWorkReview>

/** The selected mark, if it has no recording yet. */
const markToTalkAbout = ({ areas, chosen }: Drawing) =>
  areas.list.find(({ number, audio_id }) => number === chosen && !audio_id) ?? null

/**
 * The bar near the thumb: the record button and the button for the next work. Everything else is hidden while
 * recording.
 */
export const PhoneBar = ({ review, drawing }: { review: Review; drawing: Drawing }) => {
  const { review: texts, voices: voiceTexts } = useTexts()
  const { voices, speaking, excellent, save, preselected, isSaving } = review
  const { live, said } = speaking
  return (
    <div className={styles.foot}>
      <ExcellentReason excellent={excellent} />
      <VoiceTroubles voices={voices} speaking={speaking} />
      <div className={styles.bar} data-live={live ? true : undefined}>
        {live && <p className={styles.slide}>{voiceTexts.slide}</p>}
        <Talk voices={voices} speaking={speaking} about={markToTalkAbout(drawing)} />
        {!live && (
          <Button tone="primary" className={styles.next} busy={isSaving} onClick={() => save(preselected)}>
            {texts.saveNext}
            <ChevronRight size={18} aria-hidden />
          </Button>
        )}
      </div>
      <output className={live ? 'vh' : styles.heard}>{said}</output>
    </div>
  )
}
