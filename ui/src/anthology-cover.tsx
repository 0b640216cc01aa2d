import { hueOf } from '@tongchuang/contract/rules/hues.ts'
import type { Issue } from '@tongchuang/contract/anthologies.ts'
import type { Static } from '@tongchuang/contract/schema.ts'
import styles from './anthology-cover.module.css'
import { panesOf, titlesOnCover } from './anthology-places.ts'
import { Drawing } from './drawing.tsx'
import { Emblem } from './emblem.tsx'
import { HeadParts } from './head-parts.tsx'
import { hueStyle } from './hues.ts'
import { useLanguage } from './language.ts'
import { anthologyTextsOf } from './texts/anthology.ts'

export type AnthologyIssue = Static<typeof Issue>
const Window = ({ issue }: { issue: AnthologyIssue }) => {
  const { across, panes } = panesOf(issue.heads)
  return (
    <>
      {/* Decoration: the number of students is given above. */}
      <div className={styles.window} aria-hidden style={{ '--across': across }}>
        {panes.map((pane, at) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- two may look the same, and the panes never change their order
            key={at}
            className={pane === null ? styles.open : pane === 'number' ? styles.number : styles.pane}
          >
            {pane === 'number' ? Number(issue.month.slice(5)) : pane !== null && <HeadParts head={pane} />}
          </span>
        ))}
      </div>
      <div className={styles.sill} aria-hidden />
    </>
  )
}

/** The cover: everybody in the guild as a pane of one window, and the titles of the month. */
export const AnthologyCover = ({ issue, month }: { issue: AnthologyIssue; month: string }) => {
  const texts = anthologyTextsOf[useLanguage()]
  const { across, panes } = panesOf(issue.heads)
  const room = titlesOnCover(panes.length / across, across)
  const titles = issue.works.length > room ? issue.works.slice(0, room - 1) : issue.works
  const length = [...issue.name].length
  return (
    <article className={styles.cover} style={hueStyle(hueOf(issue.hue))}>
      <header className={styles.name}>
        <h2 data-long={length > 16 ? 'very' : length > 7 ? 'rather' : undefined}>{issue.name}</h2>
        <Emblem hue={issue.hue} glyph={issue.glyph} flag={issue.flag} height={76} />
      </header>
      <p className={styles.sub}>
        <span>{texts.sub(issue.member_count)}</span>
        <b>{month}</b>
      </p>
      {issue.heads.length > 0 && <Window issue={issue} />}
      <h3>{texts.contents}</h3>
      <ol className={styles.contents}>
        {titles.map((work) => (
          <li key={work.id}>
            <span>{work.title || work.task_title || texts.untitled}</span>
            <small>{work.author || texts.nobody}</small>
          </li>
        ))}
        {titles.length < issue.works.length && <li>{texts.others(issue.works.length - titles.length)}</li>}
      </ol>
      {/* Fills the rest of the sheet if there is enough of it. */}
      {room / 2 - Math.ceil(titles.length / 2) >= 4 && (
        <Drawing
          size="corner"
          subject={issue.subject}
          hue={hueOf(issue.hue)}
          id={issue.guild_id}
          className={styles.drawing}
        />
      )}
    </article>
  )
}
