import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './class-joining.module.css'
import { classesQuery, classPreviewQuery, joinClass, whichOf } from './class-queries.ts'
import type { ClassPreview, SchoolClass, WhichClass } from './class-queries.ts'
import { useGuildChange, useGuildSave } from './queries.ts'
import type { Guild } from './queries.ts'

const outcomes = ['joins', 'invited', 'requested', 'in_already', 'left_alone'] as const

const keyOf = ({ from_guild_id, name }: SchoolClass) => (from_guild_id === null ? `class ${name}` : `${from_guild_id}`)

const ClassChoice = ({
  guild,
  chosen,
  onChoose,
}: {
  guild: Guild
  chosen: SchoolClass | null
  onChoose: (one: SchoolClass) => void
}) => {
  const { guildClasses: texts } = useTexts()
  const [keyword, setKeyword] = useState('')
  const classes = useInfiniteQuery(classesQuery(guild.id, keyword))
  const list = classes.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <>
      <div className={styles.search}>
        <SearchField label={texts.search} value={keyword} onChange={setKeyword} />
      </div>
      {classes.isError && <RegionError error={classes.error} onRetry={() => void classes.refetch()} />}
      {classes.isPending && <SkeletonList count={3} height={60} gap={0} />}
      {classes.isSuccess && list.length === 0 && (
        <p>
          {keyword ? texts.noneFound : texts.none}
          {!keyword && <small className={styles.quiet}>{texts.noneText}</small>}
        </p>
      )}
      {list.length > 0 && (
        <ScrollArea label={texts.list} className={styles.list}>
          <fieldset aria-label={texts.list}>
            {list.map((one) => (
              <label key={keyOf(one)}>
                <input
                  type="radio"
                  name="class"
                  checked={chosen !== null && keyOf(chosen) === keyOf(one)}
                  onChange={() => onChoose(one)}
                />
                <span>
                  <b>{one.name}</b>
                  <small>
                    {one.kind === 'class' ? texts.kindClass : texts.kindGuild(one.teachers)}
                    {one.archived && ` · ${texts.archived}`}
                  </small>
                </span>
                <span className={styles.number}>{texts.students(one.students)}</span>
              </label>
            ))}
          </fieldset>
          <LoadMore of={classes} />
        </ScrollArea>
      )}
    </>
  )
}

/**
 * Raises the member limit of a guild. Kept outside the notice that offers it, which disappears before the answer
 * arrives.
 */
const useRoom = (guild: Guild, onDone: () => void) => {
  const { guildClasses: texts } = useTexts()
  const raise = useGuildSave()
  return {
    isPending: raise.isPending,
    raise: (capacity: number) =>
      raise.mutate(
        { guild_id: guild.id, base_version: guild.base_version, capacity },
        {
          onSuccess: () => {
            onDone()
            showToast(texts.raised(capacity), 'success')
          },
          onError: (failure) => showToast(failureText(failure), 'error'),
        },
      ),
  }
}

const roomOf = ({ members, capacity, joins, requested }: ClassPreview) => {
  const comes = members + joins + requested
  return { comes, isFull: capacity !== null && joins + requested > 0 && comes > capacity }
}

const Preview = ({ preview, room }: { preview: ClassPreview; room: ReturnType<typeof useRoom> }) => {
  const { guildClasses: texts } = useTexts()
  const { comes, isFull } = roomOf(preview)
  const shown = outcomes.filter((name) => preview[name] > 0)
  return (
    <>
      <dl className={styles.counts}>
        {shown.map((name) => (
          <div key={name}>
            <dt>{texts.counts[name]}</dt>
            <dd>{texts.students(preview[name])}</dd>
          </div>
        ))}
      </dl>
      {shown.every((name) => name === 'in_already' || name === 'left_alone') && <p>{texts.nobody}</p>}
      {isFull && (
        <Notice title={texts.tooFew(comes, preview.capacity ?? 0)}>
          <Button size="small" busy={room.isPending} onClick={() => room.raise(comes)}>
            {texts.raise(comes)}
          </Button>
        </Notice>
      )}
      {preview.invited > 0 && <p className={styles.quiet}>{texts.asks}</p>}
      {preview.invited === 0 && preview.joins > 0 && <p className={styles.quiet}>{texts.puts}</p>}
      <p className={styles.quiet}>{texts.later}</p>
    </>
  )
}

const JoiningDialog = ({ guild, onClose }: { guild: Guild; onClose: () => void }) => {
  const { guildClasses: texts, guilds } = useTexts()
  const [chosen, setChosen] = useState<SchoolClass | null>(null)
  const which: WhichClass | null = chosen && whichOf(chosen)
  const preview = useQuery(classPreviewQuery(guild.id, which))
  const join = useGuildChange(joinClass)
  const what = useRef<HTMLElement>(null)
  const room = useRoom(guild, () => what.current?.focus())
  const joins = (preview.data?.joins ?? 0) + (preview.data?.requested ?? 0)
  const invites = preview.data?.invited ?? 0
  const isFull = preview.data !== undefined && roomOf(preview.data).isFull
  const actionOf = () => {
    if (joins > 0 && invites > 0) return texts.both(joins, invites)
    return invites > 0 ? texts.invite(invites) : texts.join(joins)
  }
  const go = () => {
    if (which === null) return
    join.mutate(
      { guild_id: guild.id, ...which },
      {
        onSuccess: (done) => {
          const came = done.joins + done.requested
          const words = [
            ...(came > 0 ? [texts.joined(came)] : []),
            ...(done.invited > 0 ? [texts.invited(done.invited)] : []),
          ]
          showToast(words.length > 0 ? words.join(guilds.semicolon) : texts.nobody, 'success')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={texts.title(guild.name)}
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="primary" busy={join.isPending} blocked={joins + invites === 0 || isFull} onClick={go}>
            {chosen === null || preview.data === undefined ? texts.open : actionOf()}
          </Button>
        </>
      }
    >
      <ClassChoice guild={guild} chosen={chosen} onChoose={setChosen} />
      <section ref={what} tabIndex={-1} aria-label={texts.what} aria-live="polite" className={styles.preview}>
        {chosen === null && <p className={styles.quiet}>{texts.choose}</p>}
        {chosen !== null && preview.isPending && <SkeletonList count={1} height={68} />}
        {preview.isError && <RegionError error={preview.error} onRetry={() => void preview.refetch()} />}
        {chosen !== null && preview.data && <Preview preview={preview.data} room={room} />}
      </section>
    </Dialog>
  )
}

/** Adds a class to a guild: its students at once, or by invitations. */
export const ClassJoining = ({ guild }: { guild: Guild }) => {
  const { guildClasses: texts } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{texts.open}</Button>
      {isOpen && <JoiningDialog guild={guild} onClose={() => setIsOpen(false)} />}
    </>
  )
}
