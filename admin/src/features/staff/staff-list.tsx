import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import type { StaffAccount } from '@tongchuang/contract/staff.admin.ts'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import table from '@tongchuang/ui/data-table.module.css'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { NewStaff } from './new-staff.tsx'
import { StaffDialog } from './staff-dialog.tsx'
import { staffKey } from '../../queries/keys.ts'

const StaffTable = ({ list, onOpen }: { list: readonly StaffAccount[]; onOpen: (person: StaffAccount) => void }) => {
  const { staff, shell } = useTexts()
  const me = useMe()
  return (
    <ScrollArea label={staff.title}>
      <table className={table.table}>
        <thead>
          <tr>
            <th>{staff.name}</th>
            <th>{staff.roles}</th>
            <th>{staff.factor}</th>
            <th>{staff.lastLogin}</th>
            <th>
              <span className="vh">{staff.change}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                {person.nickname}
                <span className={table.sub}>
                  {person.username}
                  {person.id === me.id && ` · ${staff.you}`}
                  {person.disabled && ` · ${staff.disabled}`}
                </span>
              </th>
              <td>{person.roles.map((role) => shell.roles[role]).join(staff.comma)}</td>
              <td>{person.second_factor ? staff.on : staff.off}</td>
              <td>
                <span className="nb">{person.last_login_at ? <Moment at={person.last_login_at} /> : staff.never}</span>
              </td>
              <td className={table.num}>
                <Button size="small" aria-label={staff.changeOf(person.nickname)} onClick={() => onOpen(person)}>
                  {staff.change}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** The accounts of staff; a search by name also finds students, who can be granted a role. */
export const StaffList = () => {
  const { staff } = useTexts()
  const { query, change } = useAddressQuery()
  const asked = (query.get('q') ?? '').slice(0, 60).trim()
  const { field } = useDebouncedSearch(asked, (q) => change({ q }))
  const [open, setOpen] = useState<StaffAccount | 'new' | null>(null)
  const rows = useInfiniteQuery({
    queryKey: [...staffKey, asked],
    queryFn: ({ pageParam }) =>
      sendQuietly(staffAdmin.list, {
        limit: 50,
        ...(asked ? { keyword: asked } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch } = rows
  const list = data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <PageHead title={staff.title} lead={staff.lead}>
        <Button onClick={() => setOpen('new')}>
          <UserPlus size={16} aria-hidden />
          {staff.create}
        </Button>
      </PageHead>
      <search style={{ maxWidth: 360 }}>
        <Field label={staff.search} hint={staff.searchHint} maxLength={60} {...field} />
      </search>
      {error && !data ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonList count={6} height={48} gap={4} />
      ) : list.length === 0 ? (
        <EmptyState picture="compass" title={staff.nobody}>
          {staff.nobodyHint}
        </EmptyState>
      ) : (
        <StaffTable list={list} onOpen={setOpen} />
      )}
      <LoadMore of={rows} />
      {open === 'new' && <NewStaff onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && (
        <StaffDialog person={list.find(({ id }) => id === open.id) ?? open} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
