import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { proposedQuery } from './queries.ts'

/**
 * Names the classes of a release in which picks proposed by assistants are waiting; without a teacher’s agreement,
 * those works are released as passed.
 */
export const ProposedPicks = ({ set_id, chosen }: { set_id: number; chosen: readonly number[] }) => {
  const { reviewSets: texts } = useTexts()
  const query = useQuery(proposedQuery(set_id))
  return (
    <>
      <ReadFailure of={query} />
      {query.data?.classes
        .filter(({ task_id }) => chosen.includes(task_id))
        .map(({ task_id, guild_name, count, by, works, may_agree }) => (
          <Notice key={task_id} asking title={texts.proposed(guild_name, count, by)}>
            {may_agree ? texts.agreeFirst : texts.teacherAgrees} {texts.seeProposed}
            {works.map(({ submit_id, student }, at) => (
              <Fragment key={submit_id}>
                {at > 0 && texts.comma}
                <Link to={adminPaths.review({ task: task_id, state: 'reviewed', work: submit_id })}>{student}</Link>
              </Fragment>
            ))}
          </Notice>
        ))}
    </>
  )
}
