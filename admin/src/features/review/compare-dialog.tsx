import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { answersInWords } from '@tongchuang/contract/rules/answer-words.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { VersionPair } from '@tongchuang/ui/version-pair.tsx'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { workQuery } from '../../queries/review.ts'

/** Shows two versions of one student side by side, at first the oldest and the newest. */
export const CompareDialog = ({ work, onClose }: { work: ReviewWork; onClose: () => void }) => {
  const { review, questions } = useTexts()
  const language = useLanguage()
  // Newest first.
  const [beforeId, setBeforeId] = useState(work.versions.at(-1)?.submit_id ?? work.submit_id)
  const [afterId, setAfterId] = useState(work.versions[0]?.submit_id ?? work.submit_id)
  const before = useQuery(workQuery(beforeId))
  const after = useQuery(workQuery(afterId))
  const withAnswers = ({ data, error, refetch }: UseQueryResult<ReviewWork>) => ({
    data: data && { ...data, answerWords: answersInWords(data.questions, data.answers, questions.words) },
    ...{ error, refetch },
  })
  return (
    <Dialog title={review.compare} size="large" wide onClose={onClose} unsaved={false}>
      <VersionPair
        versions={work.versions.map(({ submit_id, version, submitted_at }) => ({
          id: submit_id,
          label: `${review.version(version)} · ${formatMoment(submitted_at, language)}`,
        }))}
        before={{ id: beforeId, choose: setBeforeId }}
        after={{ id: afterId, choose: setAfterId }}
        read={[withAnswers(before), withAnswers(after)]}
      />
    </Dialog>
  )
}
