import { hueOf, hues } from '@tongchuang/contract/rules/hues.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import type { DrawingSize } from '@tongchuang/ui/drawing-parts.tsx'
import { Drawing } from '@tongchuang/ui/drawing.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { beginningOf, wordsOf } from '@tongchuang/ui/plain-words.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SealMark } from '@tongchuang/ui/seal-mark.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { formatDay } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useBookletTexts } from '../../locales/use-booklet-texts.ts'
import { submissionQuery } from '../../queries/student-task.ts'
import type { Submission } from '../../queries/student-task.ts'
import { grownParts } from './grown.ts'
import said from './said.module.css'
import styles from './sheets.module.css'
import type { TermWork } from './works-of-term.ts'

/**
 * The cover: the student's name, the term, and how much was made. It contains no rank, no mean and nothing about other
 * students.
 */
export const Cover = ({ term, works, words }: { term: string; works: readonly TermWork[]; words: string }) => {
  const texts = useBookletTexts()
  const me = useProfile()
  const revised = works.reduce((sum, { versions }) => sum + versions - 1, 0)
  const excellent = works.filter(({ last }) => last.featured).length
  return (
    <article className={`${styles.sheet} ${styles.cover}`}>
      <div className={styles.who}>
        <Avatar id={me.user_id} name={me.nickname} src={me.avatar || undefined} size={88} />
        <div>
          <h2>{me.nickname}</h2>
          <p>{[me.organizationName, term].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <div className={styles.name}>
        <p>{texts.title}</p>
        <Drawing
          size="picture"
          subject="books"
          hue={hues[me.user_id % hues.length] ?? 'tech'}
          id={me.user_id}
          className={styles.drawing}
        />
      </div>
      <ol className={styles.contents}>
        {works.map(({ last }) => (
          <li key={last.id}>
            <span>{last.title || last.task_title}</span>
            <small>{last.guild_name}</small>
          </li>
        ))}
      </ol>
      {words && <p className={styles.own}>{words}</p>}
      <p className={styles.foot}>{texts.sum(works.length, excellent, revised)}</p>
    </article>
  )
}

// Characters that fit on half a sheet, on a whole one, and beside a picture.
const lengths = { half: [240, 110], whole: [520, 320] } as const
const mostLines = 14

/** Whether a drawing has room beside or below the text: there is no picture, and the text is short. */
const hasRoom = ({ content, files }: Submission, room: 'half' | 'whole') =>
  !files.some(({ kind }) => kind === 'image') && wordsOf(content ?? '').length <= lengths[room][1]

/** A drawing of the subject of a work, where there is room. */
const Scene = ({ version, ...given }: { version: Submission; size: DrawingSize; className: string | undefined }) => (
  <Drawing {...given} subject={version.subject} hue={hueOf(version.hue)} id={version.task_id} />
)

/**
 * The beginning of a version as text, and its first picture; a short one alone on its sheet has a drawing instead. What
 * is not in an `earlier` text is marked.
 */
const Excerpt = ({ version, room, earlier }: { version: Submission; room: 'half' | 'whole'; earlier: string }) => {
  const texts = useBookletTexts()
  const picture = version.files.find(({ kind }) => kind === 'image')
  const text = beginningOf(wordsOf(version.content ?? ''), lengths[room][picture ? 1 : 0], mostLines)
  const isDrawn = room === 'whole' && hasRoom(version, room)
  const isLarge = isDrawn || (room === 'whole' && picture && text.length <= lengths.whole[1] / 2)
  const names = version.files.filter(({ id }) => id !== picture?.id).map(({ name }) => name)
  return (
    <div className={[styles.text, room === 'whole' && styles.whole, isLarge && styles.large].filter(Boolean).join(' ')}>
      <h3>{version.title || version.task_title}</h3>
      {picture && <img src={picture.url} alt={texts.pictureOf(picture.name)} />}
      {isDrawn && <Scene version={version} size="picture" className={styles.beside} />}
      {text && (
        <p className={styles.words}>
          {grownParts(text, earlier || text).map((part, at) =>
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change places
            part.isNew ? (
              <mark key={at} className={said.grown}>
                {part.text}
              </mark>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      {names.length > 0 && <p className={styles.files}>{texts.files(names.slice(0, 4))}</p>}
    </div>
  )
}

const Said = ({ of, isSlip }: { of: Submission; isSlip: boolean }) => {
  const texts = useBookletTexts()
  const language = useLanguage()
  const feedback = of.feedback
  const words = isSlip ? feedback?.text : of.featured_reason || feedback?.text
  if (!feedback || !words) return null
  return (
    <blockquote className={isSlip ? said.slip : said.said}>
      <p>{isSlip ? words : texts.quote(words)}</p>
      <small>{[feedback.reviewer.nickname, formatDay(feedback.released_at, language)].join(' · ')}</small>
    </blockquote>
  )
}

type PartProps = {
  read: UseQueryResult<Submission>
  label: string
  isFirst: boolean
  room: 'half' | 'whole'
  /** The text of the version shown beside it. */
  earlier?: string | undefined
}

const Part = ({ read, label, isFirst, room, earlier = '' }: PartProps) => {
  const language = useLanguage()
  const version = read.data
  return (
    <section className={styles.part}>
      {version ? (
        <>
          <p className={styles.version}>
            <b>{label}</b> {formatDay(version.submitted_at, language)} · {version.guild_name}
          </p>
          <Excerpt version={version} room={room} earlier={earlier} />
          <div className={said.below}>
            <Said of={version} isSlip={isFirst} />
            {!isFirst && version.featured && <SealMark className={said.seal} />}
          </div>
          {isFirst && hasRoom(version, 'half') && <Scene version={version} size="cover" className={styles.scene} />}
        </>
      ) : read.error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton height={240} />
      )}
    </section>
  )
}

const Heading = ({ work, data }: { work: TermWork; data: Submission | undefined }) => {
  const texts = useBookletTexts()
  return (
    <header className={styles.about} style={hueStyle(hueOf(data?.hue ?? 'tech'))}>
      <h2>{work.last.task_title}</h2>
      <span>{texts.versions(work.versions)}</span>
      {data && <Emblem hue={hueOf(data.hue)} glyph={data.glyph} flag={data.flag} height={40} />}
    </header>
  )
}

/** One work: its first version on the left, its last on the right. */
export const WorkSheet = ({ work, withFirst }: { work: TermWork; withFirst: boolean }) => {
  const texts = useBookletTexts()
  const { first, last } = work
  const isPair = withFirst && first !== null
  const now = useQuery(submissionQuery(last.id))
  const before = useQuery({ ...submissionQuery(first?.id ?? 0), enabled: isPair })
  return (
    <article className={styles.sheet} aria-label={last.title || last.task_title}>
      <Heading work={work} data={now.data} />
      <div className={isPair ? styles.pair : styles.single}>
        {isPair && <Part read={before} label={texts.firstVersion} isFirst room="half" />}
        <Part
          read={now}
          label={isPair ? texts.lastVersion(work.versions) : texts.theWork}
          isFirst={false}
          room={isPair ? 'half' : 'whole'}
          earlier={isPair ? wordsOf(before.data?.content ?? '') : ''}
        />
      </div>
    </article>
  )
}
