import { adminPaths } from '@tongchuang/contract/paths.ts'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import table from '@tongchuang/ui/table.module.css'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ClassJoining } from './class-joining.tsx'
import { JoinedClasses } from './joined-classes.tsx'
import styles from './guilds.module.css'
import { membersQuery, removeMembers, restoreMembers, useGuildChange } from './queries.ts'
import type { Guild, Member } from './queries.ts'

/** The maximum number of people in one call. */
const MOST = 100

const statuses = ['member', 'left', 'removed'] as const
const sorts = ['joined', 'name', 'experience', 'seen'] as const

/** The selected students, and the actions on all of them: removing or restoring them. */
const usePickedMembers = (guild: Guild, list: readonly Member[]) => {
  const { guilds } = useTexts()
  const { people } = guilds
  const [picked, setPicked] = useState<readonly number[]>([])
  const [removing, setRemoving] = useState(false)
  const removal = useGuildChange(removeMembers)
  const restoring = useGuildChange(restoreMembers)
  const chosen = list.flatMap(({ user_id }) => (picked.includes(user_id) ? [user_id] : [])).slice(0, MOST)
  const done = (text: string, kind: 'success' | 'info' = 'success') => {
    setPicked([])
    setRemoving(false)
    showToast(text, kind)
  }
  /**
   * Students who left are invited, and removed ones are members again. Neither happens if an invitation is pending or
   * was recently declined.
   */
  const wayBack = (changed: number, invited: number) => {
    const words = [
      ...(changed > 0 ? [people.restored(changed)] : []),
      ...(invited > 0 ? [people.invitedBack(invited)] : []),
    ]
    if (words.length > 0) done(words.join(guilds.semicolon))
    else done(people.askedAlready, 'info')
  }
  const input = { guild_id: guild.id, user_ids: chosen }

  return {
    picked,
    setPicked,
    chosen,
    removing,
    setRemoving,
    remove: {
      isPending: removal.isPending,
      go: () =>
        removal.mutate(input, {
          onSuccess: ({ changed }) =>
            changed > 0 ? done(people.removed(changed)) : done(people.removedNobody, 'info'),
        }),
    },
    restore: {
      isPending: restoring.isPending,
      go: () => restoring.mutate(input, { onSuccess: ({ changed, invited }) => wayBack(changed, invited) }),
    },
  }
}

const MemberFilters = ({
  status,
  sort,
  keyword,
  set,
  guild,
}: {
  guild: Guild
  status: (typeof statuses)[number]
  sort: (typeof sorts)[number]
  keyword: string
  set: (name: string, value: string) => void
}) => {
  const { people } = useTexts().guilds
  return (
    <div className={styles.filters}>
      <SearchField label={people.search} value={keyword} onChange={(next) => set('q', next)} />
      <Pick
        label={people.status}
        value={status}
        items={statuses.map((value) => ({ value, label: people.statuses[value] }))}
        onChange={(next) => set('status', next === 'member' ? '' : next)}
      />
      <div className={styles.sort}>
        <SelectField label={people.sort} value={sort} onChange={(next) => set('sort', next === 'joined' ? '' : next)}>
          {sorts.map((value) => (
            <option key={value} value={value}>
              {people.sorts[value]}
            </option>
          ))}
        </SelectField>
      </div>
      {guild.may.lead && guild.status === 'active' && <ClassJoining guild={guild} />}
    </div>
  )
}

const MemberRow = ({ one, picked, onPick }: { one: Member; picked: boolean; onPick: (picked: boolean) => void }) => {
  const { people } = useTexts().guilds
  const name = one.real_name || one.nickname
  return (
    <tr>
      <td className={table.pick}>
        <input
          type="checkbox"
          aria-label={people.pick(name)}
          checked={picked}
          onChange={(event) => onPick(event.target.checked)}
        />
      </td>
      <th scope="row">
        <span className={table.named}>
          <Avatar id={one.user_id} name={one.nickname} src={one.avatar} size={28} />
          <span>
            {name}
            <small>{[one.student_no, name === one.nickname ? '' : one.nickname].filter(Boolean).join(' · ')}</small>
          </span>
        </span>
      </th>
      <td>{one.organization_name}</td>
      <td className={table.number}>{one.level}</td>
      <td className={table.number}>{one.experience.toLocaleString()}</td>
      <td>{one.joined_at && <Moment at={one.joined_at} />}</td>
      <td>{one.last_login_at ? <Moment at={one.last_login_at} /> : people.never}</td>
    </tr>
  )
}

const MemberTable = ({
  list,
  chosen,
  picked,
  setPicked,
}: {
  list: readonly Member[]
  /** The selected students who are still listed, up to the maximum of one call. */
  chosen: readonly number[]
  picked: readonly number[]
  setPicked: (picked: readonly number[]) => void
}) => {
  const { guilds } = useTexts()
  const { people } = guilds
  return (
    <ScrollArea label={guilds.tabs.members}>
      <table className={table.table}>
        <thead>
          <tr>
            <td className={table.pick}>
              <input
                type="checkbox"
                aria-label={people.pickAll}
                checked={chosen.length === Math.min(list.length, MOST)}
                onChange={(event) =>
                  setPicked(event.target.checked ? list.slice(0, MOST).map(({ user_id }) => user_id) : [])
                }
              />
            </td>
            <th scope="col">{people.columns.name}</th>
            <th scope="col">{people.columns.org}</th>
            <th scope="col" className={table.number}>
              {people.columns.level}
            </th>
            <th scope="col" className={table.number}>
              {people.columns.experience}
            </th>
            <th scope="col">{people.columns.joined}</th>
            <th scope="col">{people.columns.seen}</th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <MemberRow
              key={one.user_id}
              one={one}
              picked={chosen.includes(one.user_id)}
              onPick={(isPicked) =>
                setPicked(isPicked ? [...picked, one.user_id] : picked.filter((id) => id !== one.user_id))
              }
            />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** The students of a guild: searched, sorted, removed and restored. */
export const Members = ({ guild }: { guild: Guild }) => {
  const { guilds, shell } = useTexts()
  const { people } = guilds
  const params = useSearchParamsState()
  const status = statuses.find((one) => one === params.get('status')) ?? 'member'
  const sort = sorts.find((one) => one === params.get('sort')) ?? 'joined'
  const keyword = params.get('q')
  const query = useInfiniteQuery({
    ...membersQuery(guild.id, { status, sort, keyword }),
    placeholderData: (before) => before,
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  const { picked, setPicked, chosen, removing, setRemoving, remove, restore } = usePickedMembers(guild, list)
  const here = useRef<HTMLElement>(null)

  return (
    <section ref={here} tabIndex={-1} aria-label={guilds.tabs.members}>
      <MemberFilters guild={guild} status={status} sort={sort} keyword={keyword} set={params.set} />
      {guild.may.lead && guild.status === 'active' && (
        <JoinedClasses guild={guild} onUndone={() => here.current?.focus({ preventScroll: true })} />
      )}
      {chosen.length > 0 && guild.may.lead && (
        <fieldset className={table.bulk} aria-label={people.picked(chosen.length)}>
          <b>{people.picked(chosen.length)}</b>
          {status === 'member' ? (
            <Button size="small" tone="danger" onClick={() => setRemoving(true)}>
              {people.remove}
            </Button>
          ) : (
            <Button size="small" busy={restore.isPending} onClick={restore.go}>
              {people.restore}
            </Button>
          )}
        </fieldset>
      )}
      {query.error && !query.data && <RegionError error={query.error} onRetry={() => void query.refetch()} />}
      {!query.error && !query.data && <SkeletonList count={6} height={44} gap={8} />}
      {query.data && list.length === 0 && (
        <EmptyState
          picture={keyword ? 'compass' : 'lamp'}
          title={keyword || status !== 'member' ? people.noneFound : people.none}
          action={
            !keyword &&
            status === 'member' &&
            guild.may.lead && (
              <Link className={buttonClass()} to={adminPaths.rosterImportInto(guild.id)}>
                {shell.titles.rosterImport}
              </Link>
            )
          }
        >
          {keyword ? people.noneFoundHint : status === 'member' && people.noneHint}
        </EmptyState>
      )}
      {list.length > 0 && <MemberTable list={list} chosen={chosen} picked={picked} setPicked={setPicked} />}
      <LoadMore of={query} />
      {removing && (
        <NameToConfirm
          title={people.removeTitle(chosen.length)}
          text={people.removeText}
          label={people.typeName(guild.name)}
          name={guild.name}
          action={people.remove}
          busy={remove.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={remove.go}
        />
      )}
    </section>
  )
}
