import { hueOf } from '@tongchuang/contract/rules/hues.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { FileList } from '@tongchuang/ui/file-list.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { Seal } from '@tongchuang/ui/seal.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { formatDay } from '@tongchuang/ui/time.ts'
import { ChevronRight, EyeOff, Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useMoment } from '../../queries/moments.ts'
import { authorLook } from './author-look.ts'
import { useShare } from './queries.ts'
import type { OpenWork } from './queries.ts'
import styles from './work-panel.module.css'

const Author = ({ work }: { work: OpenWork }) => {
  const { works: texts } = useTexts()
  const language = useLanguage()
  const { author, submitted_at, guild_name } = work
  const name = author.nickname || texts.someone
  return (
    <div className={styles.author}>
      <Avatar id={author.user_id ?? 0} name={name} src={authorLook(author)} size={48} />
      <span>
        {author.user_id === null ? <b>{name}</b> : <Link to={paths.shelf(author.user_id)}>{name}</Link>}
        <small className="num">{texts.sharedOn(guild_name, formatDay(submitted_at, language))}</small>
      </span>
    </div>
  )
}

/** Why staff picked it, under the red seal: the only words of a teacher that everybody may read. */
const Praise = ({ work }: { work: OpenWork }) => {
  const { works: texts } = useTexts()
  const language = useLanguage()
  const moment = useMoment({ kind: 'seal', id: work.id }, work.mine && work.featured)
  if (!work.featured) return null
  return (
    <section className={styles.praise} aria-label={texts.praise}>
      {work.featured_by && <h3>{texts.teacher(work.featured_by)}</h3>}
      {work.featured_reason && <blockquote>{work.featured_reason}</blockquote>}
      <cite className="num">
        {work.featured_at ? texts.featuredOn(formatDay(work.featured_at, language)) : texts.featuredWork}
      </cite>
      {work.mine && (
        <Link className={styles.certificate} to={paths.certificate(work.id)}>
          {texts.seeCertificate}
        </Link>
      )}
      <Seal moment={moment} className={styles.seal} />
    </section>
  )
}

/** Shows who may see the user’s own work, and changes it. */
const Sharing = ({ work }: { work: OpenWork }) => {
  const { works: texts, tasks } = useTexts()
  const change = useShare()
  if (!work.mine || work.share === null) return null
  const share = change.isPending ? change.variables.share : work.share
  const state = work.hidden
    ? texts.hiddenBy(work.hidden_reason)
    : work.share_state === 'waiting'
      ? texts.waiting
      : work.share_state === 'refused'
        ? texts.refused(work.share_answer)
        : work.status === 'released'
          ? texts.shareStates[share]
          : texts.notYet
  const Mark = work.share_state === 'waiting' ? Hourglass : EyeOff
  return (
    <section className={styles.sharing} aria-label={texts.whoSees}>
      <h3>{texts.whoSees}</h3>
      <Pick
        label={texts.whoSees}
        value={share}
        items={(['none', 'guild', 'site'] as const).map((value) => ({ value, label: tasks.shares[value] }))}
        onChange={(value) => value !== share && change.mutate({ submit_id: work.id, share: value })}
      />
      <output>
        {(work.hidden || work.share_state !== 'open') && <Mark size={16} aria-hidden />}
        {state}
      </output>
    </section>
  )
}

/** The author of the work, its text, why it was picked, and a link to the same task. */
export const WorkPanel = ({ work, titleId }: { work: OpenWork; titleId: string }) => {
  const { works: texts } = useTexts()
  const { title, content_html, files, files_kept, links } = work
  return (
    <>
      <Author work={work} />
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {files.length > 0 && content_html && <StoredHtml html={content_html} className={styles.text} />}
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map((link) => (
            <li key={link}>
              <a className="link" href={link} target="_blank" rel="noreferrer nofollow">
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      {files.some(({ kind }) => kind === 'office' || kind === 'archive' || kind === 'other') && (
        <FileList files={files} />
      )}
      {files_kept > 0 && <p className={styles.kept}>{texts.filesKept(files_kept)}</p>}
      <Praise work={work} />
      <Sharing work={work} />
      <Link className={styles.task} to={paths.task({ guild: work.guild_id, task: work.task_id })}>
        <Emblem hue={hueOf(work.hue)} glyph={work.glyph} flag={work.flag} height={48} />
        <span>
          <b>{work.task_title}</b>
          <small>{texts.taskOf(work.guild_name, texts.types[work.task_type])}</small>
        </span>
        <ChevronRight size={20} aria-hidden />
      </Link>
      <p className={styles.keys}>
        <span>
          <kbd>←</kbd> <kbd>→</kbd> {texts.keys.turn}
        </span>
        {!work.mine && (
          <span>
            <kbd>L</kbd> {texts.keys.like}
          </span>
        )}
        <span>
          <kbd>+</kbd> <kbd>-</kbd> {texts.keys.zoom}
        </span>
        <span>
          <kbd>Esc</kbd> {texts.keys.close}
        </span>
      </p>
    </>
  )
}
