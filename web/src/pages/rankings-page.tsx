import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { home } from '@tongchuang/contract/paths.ts'
import { guildNamesQuery } from '../queries/guild-names.ts'
import { Board } from '../features/rankings/board.tsx'

/** The two rankings; where the school shows none, the first page of the menu. */
export const RankingsPage = () => {
  const site = useSite()
  const guilds = useQuery(guildNamesQuery)
  if (site?.rankings === 'off') return <Navigate to={home} replace />
  return <Board guilds={guilds.data} guildsFailure={<ReadFailure of={guilds} />} />
}
