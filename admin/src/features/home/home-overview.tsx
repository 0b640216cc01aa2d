import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { buttonClass, IconButton } from '@tongchuang/ui/button.tsx'
import table from '@tongchuang/ui/data-table.module.css'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useMe } from '@tongchuang/ui/me.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keysOf } from '@tongchuang/contract/records.ts'
import { Circle, CircleCheck, CircleDot, X } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Anomalies } from './anomalies.tsx'
import { Block } from './block.tsx'
import { Due } from './due.tsx'
import { Greeting } from './greeting.tsx'
import styles from './home-overview.module.css'
import { Invitations } from './invitations.tsx'
import { Missing } from './missing.tsx'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { homeQuery } from '../../queries/home.ts'
import type { Home } from './queries.ts'
import { ResumeBanner } from './resume.tsx'
import { WithoutGuild } from './without-guild.tsx'

const Waiting = ({ waiting }: { waiting: Home['waiting'] }) => {
  const { home } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  return (
    <Block
      id="waiting"
      title={home.waiting}
      count={home.works(waiting.total)}
      to={adminPages.review}
      aside={home.waitingOrder}
    >
      {waiting.tasks.length === 0 ? (
        <p className={styles.none}>{home.noWaiting}</p>
      ) : (
        <ul className={styles.rows}>
          {waiting.tasks.map((task) => (
            <li key={task.task_id}>
              <Emblem hue={task.hue} glyph={task.glyph} flag={task.flag} height={32} />
              <div>
                <b>{task.title}</b>
                <span>
                  {task.guild_name}
                  <i className={styles.dot}> · </i>
                  <span className={styles.phrase}>
                    {home.waitingSince(task.oldest_name, formatRelative(task.oldest_at, language, now))}
                  </span>
                </span>
              </div>
              <span className={styles.figure}>
                <b>
                  <Link
                    to={adminPaths.review({ task: task.task_id })}
                    aria-label={`${task.title} ${home.works(task.waiting)}`}
                  >
                    {home.works(task.waiting)}
                  </Link>
                </b>
                <span className={table.sub}>{home.reviewed(task.reviewed)}</span>
              </span>
              <Link
                className={buttonClass('plain', 'small')}
                to={adminPaths.review({ task: task.task_id })}
                aria-label={home.reviewOf(task.title)}
              >
                {home.review}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const Inbox = ({ data }: { data: Home }) => {
  const { home } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const { inbox, entered_guild_id, oldest_appeal_at, oldest_report_at } = data
  const since = (at: string | null) => (at ? formatRelative(at, language, now) : '')
  const rows = [
    { key: 'joins', to: adminPages.guilds, since: '' },
    { key: 'extensions', to: adminPaths.reviewRequests('extensions'), since: '' },
    { key: 'appeals', to: adminPages.reviewRequests, since: since(oldest_appeal_at) },
    { key: 'notes', to: adminPaths.reviewRequests('notes'), since: '' },
    { key: 'reports', to: adminPaths.moderation(), since: since(oldest_report_at) },
    { key: 'held', to: adminPaths.review({ state: 'reviewed' }), since: '' },
    {
      key: 'entered',
      to: adminPaths.grades({ show: 'held', ...(entered_guild_id !== null && { guild: entered_guild_id }) }),
      since: '',
    },
  ] as const
  return (
    <section aria-labelledby="inbox">
      <h2 id="inbox">{home.inbox}</h2>
      <ul className={styles.inbox}>
        {rows
          .filter(({ key }) => inbox[key] !== null)
          .map(({ key, to, since }) => (
            <li key={key}>
              <Link to={to}>
                <span>
                  {home.inboxNames[key]}
                  {since && <small>{home.oldest(since)}</small>}
                </span>
                <b>{inbox[key]}</b>
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}

const Assistants = ({ assistants }: { assistants: Home['assistants'] }) => {
  const { home } = useTexts()
  return (
    <section aria-labelledby="assistants">
      <h2 id="assistants">{home.assistants}</h2>
      <ul className={styles.inbox}>
        {assistants.map(({ user_id, nickname, reviewed }) => (
          <li key={user_id}>
            <p>
              <span>{home.hasReviewed(nickname)}</span>
              <b>{home.works(reviewed)}</b>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

const links = {
  guild: adminPages.guilds,
  people: adminPages.rosterImport,
  task: adminPages.tasks,
  joined: adminPages.guilds,
  backup: adminPages.backup,
} as const

/** The first five steps of a new school; hidden for all administrators once one of them dismisses it. */
const Checklist = ({ steps }: { steps: NonNullable<Home['checklist']> }) => {
  const { home } = useTexts()
  const client = useQueryClient()
  const keys = keysOf(links)
  const guilds = useQuery({ ...ledGuildsQuery, enabled: steps.guild && !steps.people })
  // If there is only one guild, the first list of students is imported into it.
  const only = guilds.data?.length === 1 ? guilds.data[0] : undefined
  const linkOf = (key: keyof typeof links): string =>
    key === 'people' && only ? adminPaths.rosterImportInto(only.id) : links[key]
  const next = keys.find((key) => !steps[key])
  const hide = async () => {
    const { versions } = await send(settingsAdmin.read)
    await send(settingsAdmin.change, {
      settings: { checklist_hidden: true },
      versions: { checklist_hidden: versions.checklist_hidden },
    })
    await client.invalidateQueries({ queryKey: homeQuery.queryKey })
  }
  return (
    <section className={styles.steps} aria-labelledby="steps">
      <header>
        <h2 id="steps">
          {home.steps}
          <small>
            {keys.filter((key) => steps[key]).length} / {keys.length}
          </small>
        </h2>
        <IconButton label={home.hideSteps} onClick={() => void hide().catch(() => undefined)}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      <ReadFailure of={guilds} />
      <ol>
        {keys.map((key) => {
          const Icon = steps[key] ? CircleCheck : key === next ? CircleDot : Circle
          return (
            <li
              key={key}
              className={steps[key] ? styles.done : key === next ? styles.next : ''}
              aria-current={key === next ? 'step' : undefined}
            >
              <Icon size={18} aria-hidden />
              <span>
                <Link to={linkOf(key)}>{home.stepNames[key]}</Link>
                <small>{home.stepHints[key]}</small>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The first page of the admin site; every number links to what it counts. */
export const HomeOverview = () => {
  const { data, error, refetch } = useQuery(homeQuery)
  const { guilds } = useMe()
  return (
    <>
      <Greeting />
      {error && !data ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonList count={6} height={56} gap={8} />
      ) : (
        <>
          {data.resume && <ResumeBanner resume={data.resume} />}
          <div className={styles.overview}>
            <div className={styles.lists}>
              <Invitations />
              {guilds === 0 ? (
                <WithoutGuild />
              ) : (
                <>
                  <Waiting waiting={data.waiting} />
                  <Due due={data.due} />
                  <Missing missing={data.missing} />
                  <Anomalies anomalies={data.anomalies} />
                </>
              )}
            </div>
            <div className={styles.aside}>
              {data.checklist && <Checklist steps={data.checklist} />}
              <Inbox data={data} />
              {data.assistants.length > 0 && <Assistants assistants={data.assistants} />}
            </div>
          </div>
        </>
      )}
    </>
  )
}
