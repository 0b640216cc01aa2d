import { adminPaths } from '@tongchuang/contract/paths.ts'
import { leading, Permission } from '@tongchuang/ui/permission.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import table from '@tongchuang/ui/table.module.css'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CreateGuild } from './guild-form.tsx'
import styles from './guilds.module.css'
import { guildListQuery } from './queries.ts'

const statuses = ['active', 'archived'] as const

const Found = ({ params }: { params: ReturnType<typeof useSearchParamsState> }) => {
  const { guilds } = useTexts()
  const keyword = params.get('q')
  const status = statuses.find((one) => one === params.get('status'))
  const query = useInfiniteQuery({ ...guildListQuery({ keyword, status }), placeholderData: (before) => before })
  if (query.error && !query.data)
    return <RegionError what={guilds.failed} error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={5} height={56} gap={8} />
  const list = query.data.pages.flatMap((page) => page.list)
  if (list.length === 0)
    return keyword !== '' || status !== undefined ? (
      <EmptyState
        picture="compass"
        title={guilds.noneFound}
        action={<Button onClick={params.reset}>{guilds.showAll}</Button>}
      />
    ) : (
      <EmptyState title={guilds.none}>{guilds.noneHint}</EmptyState>
    )
  const { columns } = guilds
  return (
    <>
      <ScrollArea label={guilds.title}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{columns.name}</th>
              <th scope="col">{columns.category}</th>
              <th scope="col" className={table.number}>
                {columns.members}
              </th>
              <th scope="col">{columns.policy}</th>
              <th scope="col" className={table.number}>
                {columns.pending}
              </th>
              <th scope="col">{columns.status}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((guild) => (
              <tr key={guild.id}>
                <th scope="row">
                  <Link to={adminPaths.guild(guild.id)} className={table.named}>
                    <Emblem hue={guild.hue} glyph={guild.glyph} flag={guild.flag} height={32} />
                    {guild.name}
                  </Link>
                </th>
                <td>{guild.category}</td>
                <td className={table.number}>
                  {guild.member_count}
                  {guild.capacity !== null && <small> / {guild.capacity}</small>}
                </td>
                <td>{guilds.policies[guild.join_policy]}</td>
                <td className={table.number}>
                  {guild.pending_count > 0 ? (
                    <Link to={adminPaths.guild(guild.id, 'requests')}>{guild.pending_count}</Link>
                  ) : (
                    <span aria-hidden>–</span>
                  )}
                </td>
                <td>{guilds.status[guild.status]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <LoadMore of={query} />
    </>
  )
}

/** The guilds whose staff the user belongs to. */
export const GuildList = () => {
  const { guilds } = useTexts()
  const params = useSearchParamsState()
  const [creating, setCreating] = useState(false)
  // It outlives the dialog: whoever closes it after a lost answer and asks for the same guild again gets that one.
  const [sendOnce] = useState(createSendOnce)
  return (
    <>
      <PageHead title={guilds.title}>
        <Permission roles={leading}>
          <Button tone="primary" onClick={() => setCreating(true)}>
            <Plus size={16} aria-hidden />
            {guilds.create}
          </Button>
        </Permission>
      </PageHead>
      <div className={styles.filters}>
        <SearchField label={guilds.search} value={params.get('q')} onChange={(keyword) => params.set('q', keyword)} />
        <Pick
          label={guilds.statusFilter}
          value={params.get('status')}
          items={[
            { value: '', label: guilds.all },
            ...statuses.map((value) => ({ value, label: guilds.status[value] })),
          ]}
          onChange={(status) => params.set('status', status)}
        />
      </div>
      <Found params={params} />
      {creating && <CreateGuild sendOnce={sendOnce} onClose={() => setCreating(false)} />}
    </>
  )
}
