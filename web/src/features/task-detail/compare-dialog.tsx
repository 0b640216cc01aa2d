import { answersInWords } from '@tongchuang/contract/rules/answer-words.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { VersionPair } from '@tongchuang/ui/version-pair.tsx'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useQuestionTexts } from '../../locales/use-question-texts.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { StudentTask, Submission } from '../../queries/student-task.ts'
import { standing } from './open-dialog-state.ts'

/** Shows two of the student’s versions side by side, at first the oldest and the newest. */
export const CompareDialog = ({ page, onClose }: { page: StudentTask; onClose: () => void }) => {
  const { taskDetail: texts } = useTexts()
  const { words } = useQuestionTexts()
  const language = useLanguage()
  // Newest first.
  const versions = standing(page)
  const [beforeId, setBeforeId] = useState(versions.at(-1)?.id ?? 0)
  const [afterId, setAfterId] = useState(versions[0]?.id ?? 0)
  const before = useQuery(submissionQuery(beforeId))
  const after = useQuery(submissionQuery(afterId))
  const withAnswers = ({ data, error, refetch }: UseQueryResult<Submission>) => ({
    data: data && { ...data, answerWords: answersInWords(page.task.questions, data.answers ?? {}, words) },
    ...{ error, refetch },
  })
  return (
    <Dialog title={texts.compare} size="large" wide onClose={onClose} unsaved={false}>
      <VersionPair
        versions={versions.map(({ id, version, submitted_at }) => ({
          id,
          label: `${texts.version(version)} · ${formatMoment(submitted_at, language)}`,
        }))}
        before={{ id: beforeId, choose: setBeforeId }}
        after={{ id: afterId, choose: setAfterId }}
        read={[withAnswers(before), withAnswers(after)]}
      />
    </Dialog>
  )
}
